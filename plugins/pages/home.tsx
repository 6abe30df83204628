// The front page with its search results, and the page of a category.
import type { Kernel, Summary } from "formulary";
import { Breadcrumbs } from "./layout.tsx";
import { SearchForm } from "./parts.tsx";
import { CalculatorTiles } from "./tiles.tsx";

type Groups = ReturnType<Kernel["catalog"]["categories"]>;

type Matches = ReturnType<Kernel["catalog"]["list"]>;
interface HomeProps {
  groups: Groups;
  total: number;
  q: string;
  /** What matches the search, where there is one. */
  matches: Matches | undefined;
}

/** The front page: the search with its matches, and every category by group. */
export function Home({ groups, total, q, matches }: HomeProps) {
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
      <div id="search-results" data-live="" aria-live="polite">
        {matches && <SearchResults q={q} matches={matches} />}
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

function SearchResults({ q, matches: { total, calculators, suggestions = [] } }: { q: string; matches: Matches }) {
  return (
    <section>
      <h2>{total === 0 ? `Nothing is called “${q}”` : `${total} ${total === 1 ? "calculator" : "calculators"} for “${q}”`}</h2>
      {total === 0 ? <Nothing suggestions={suggestions} /> : <CalculatorTiles calculators={calculators} />}
      {total > calculators.length && <p class="small">The best {calculators.length} are shown; another word narrows them down.</p>}
    </section>
  );
}

function Nothing({ suggestions }: { suggestions: string[] }) {
  return (
    <>
      {suggestions.length > 0 && (
        <ul>
          {suggestions.map((each) => (
            <li>
              Did you mean <a href={`/?q=${encodeURIComponent(each)}`}>{each}</a>?
            </li>
          ))}
        </ul>
      )}
      <p>Try another word for it, or look through the categories below.</p>
    </>
  );
}

type Category = Groups[number]["categories"][number];

interface CategoryPageProps {
  category: Category;
  calculators: Summary[];
  group: { slug: string; title: string };
}

/** A category: its calculators by subcategory. */
export function CategoryPage({ category, calculators, group }: CategoryPageProps) {
  return (
    <>
      <Breadcrumbs
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
          <CalculatorTiles calculators={calculators.filter(({ subcategory }) => subcategory === slug)} />
        </section>
      ))}
    </>
  );
}
