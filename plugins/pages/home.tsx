// The front page, the page of a category, and what a search found.
import type { Kernel, Summary } from "formulary";
import { Tiles } from "./about.tsx";
import { Crumbs } from "./layout.tsx";
import { SearchForm } from "./parts.tsx";

type Groups = ReturnType<Kernel["catalog"]["categories"]>;

/** The front page: search, what it found, and every category by group. */
export function Home({
  groups,
  total,
  q,
  found,
}: {
  groups: Groups;
  total: number;
  q: string;
  found: { total: number; calculators: Summary[] } | undefined;
}) {
  return (
    <>
      <div class="hero">
        <h1>Calculators you can check</h1>
        <p class="lead">
          {total.toLocaleString("en")} calculators, each with its formula, its units, its sources, and worked examples that are tested every
          day.
        </p>
        <SearchForm q={q} />
      </div>
      <div id="found" data-live aria-live="polite">
        {found && <Found q={q} found={found} />}
      </div>
      {groups.map(({ slug, title, categories }) => (
        <section id={slug}>
          <h2>{title}</h2>
          <ul class="tiles">
            {categories.map((category) => (
              <li>
                <a href={`/categories/${category.slug}`}>
                  <strong>
                    {category.title} <small>{category.count}</small>
                  </strong>
                  <span>{category.description}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function Found({ q, found: { total, calculators } }: { q: string; found: { total: number; calculators: Summary[] } }) {
  return (
    <section>
      <h2>{total === 0 ? `Nothing is called “${q}”` : `${total} ${total === 1 ? "calculator" : "calculators"} for “${q}”`}</h2>
      {total === 0 ? <p>Try another word for it, or look through the categories below.</p> : <Tiles calculators={calculators} />}
      {total > calculators.length && <p class="small">The best {calculators.length} are shown; another word narrows them down.</p>}
    </section>
  );
}

type Category = Groups[number]["categories"][number];

/** A category: its calculators by subcategory. */
export function CategoryPage({
  category,
  calculators,
  group,
}: {
  category: Category;
  calculators: Summary[];
  group: { slug: string; title: string };
}) {
  return (
    <>
      <Crumbs
        links={[
          ["/", "Calculators"],
          [`/#${group.slug}`, group.title],
        ]}
      />
      <h1>{category.title}</h1>
      <p class="lead">{category.description}</p>
      {category.notice && <div class="notice">{category.notice}</div>}
      {category.subcategories.map(({ slug, title }) => (
        <section id={slug}>
          <h2>{title}</h2>
          <Tiles calculators={calculators.filter(({ subcategory }) => subcategory === slug)} />
        </section>
      ))}
    </>
  );
}
