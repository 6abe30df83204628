// The page for an error: what happened, where to go next, and nothing about the inside of the server.
import type { Fault } from "formulary";
import { SearchForm } from "./parts.tsx";

interface ProblemProps {
  status: number;
  title: string;
  message: string;
  errors: Fault[];
  requestId: string;
}

/** The body of an error page. */
export function Problem({ status, title, message, errors, requestId }: ProblemProps) {
  const similar = errors.filter(({ code }) => code === "near").map((each) => each.message);
  return (
    <div class="hero">
      <p class="small">Error {status}</p>
      <h1>{status === 404 ? "There is nothing at this address" : title}</h1>
      <p class="lead">{status === 404 ? "It may have been renamed. Search for what you need:" : message}</p>
      <SearchForm focus={status === 404} />
      {similar.length > 0 && (
        <>
          <h2>Perhaps you meant</h2>
          <ul>
            {similar.map((slug) => (
              <li>
                <a href={`/calculators/${slug}`}>{slug.replaceAll("-", " ")}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      {status >= 500 && <p class="small">If it happens again, tell the operator this number: {requestId}</p>}
    </div>
  );
}
