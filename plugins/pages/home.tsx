// The front page with its search results, and the page of a category.
import type { Kernel, Summary } from "formulary";
import { Breadcrumbs } from "./layout.tsx";
import { SearchForm } from "./parts.tsx";
import { CalculatorTiles, type Tile } from "./tiles.tsx";

type Groups = ReturnType<Kernel["catalog"]["categories"]>;

type Matches = Omit<ReturnType<Kernel["catalog"]["list"]>, "calculators"> & { calculators: Tile[] };
/** A place of the catalogue whose name a search has: a category, or a part of one. */
interface Place {
  href: string;
  title: string;
}
interface HomeProps {
  groups: Groups;
  /** Calculators that many people look for. */
  popular: Summary[];
  total: number;
  q: string;
  /** What matches the search, where there is one. */
  matches: Matches | undefined;
  /** Where the project is, for those who want to add to it. */
  repository: string | undefined;
}

/** The front page: the search with its matches, and every category by group. */
export function Home({ groups, popular, total, q, matches, repository }: HomeProps) {
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
        {matches ? (
          <SearchResults q={q} matches={matches} places={placesNamed(q, groups)} repository={repository} />
        ) : (
          <Often popular={popular} />
        )}
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

function Often({ popular }: { popular: Summary[] }) {
  return (
    <p class="often">
      <span>Popular:</span>
      {popular.map(({ slug, title }) => (
        <a href={`/calculators/${slug}`}>{title}</a>
      ))}
    </p>
  );
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
const mostPlaces = 5;
function placesNamed(q: string, groups: Groups): Place[] {
  const words = wordsOf(q);
  const isNamed = (title: string) => words.length > 0 && words.every((word) => wordsOf(title).some((each) => each.startsWith(word)));
  return groups
    .flatMap(({ categories }) => categories)
    .flatMap(({ slug, title, subcategories }): Place[] => [
      ...(isNamed(title) ? [{ href: `/categories/${slug}`, title }] : []),
      ...subcategories
        .filter((each) => isNamed(each.title))
        .map((each) => ({ href: `/categories/${slug}#${each.slug}`, title: `${title}: ${each.title}` })),
    ])
    .slice(0, mostPlaces);
}

interface SearchResultsProps {
  q: string;
  matches: Matches;
  places: Place[];
  repository: string | undefined;
}
function SearchResults({ q, matches: { total, calculators, suggestions = [] }, places, repository }: SearchResultsProps) {
  return (
    <section>
      <h2>{total === 0 ? `Nothing is called “${q}”` : `${total} ${total === 1 ? "calculator" : "calculators"} for “${q}”`}</h2>
      {total === 0 && <Nothing suggestions={suggestions} repository={repository} />}
      {places.length > 0 && (
        <p class="often">
          <span>Categories:</span>
          {places.map(({ href, title }) => (
            <a href={href}>{title}</a>
          ))}
        </p>
      )}
      {total > 0 && <CalculatorTiles calculators={calculators} />}
      {total > calculators.length && <p class="small">The best {calculators.length} are shown; another word narrows them down.</p>}
    </section>
  );
}

function Nothing({ suggestions, repository }: { suggestions: string[]; repository: string | undefined }) {
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
      <p>
        Try another word for it, or look through the categories below. What is missing can be added: a calculator is{" "}
        {repository ? <a href={`${repository}/blob/main/CONTRIBUTING.md`}>one file</a> : "one file"}.
      </p>
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
