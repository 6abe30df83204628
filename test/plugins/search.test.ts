import type { Calculator } from "formulary";
import { describe, expect, it } from "vitest";
import { createSearch } from "../../plugins/search/index.ts";

const entry = (slug: string, title: string, aliases: string[] = [], { questions = [] as string[], popularity = 2 } = {}) => ({
  calculator: { slug, title, aliases, description: `${title} in words.`, questions, popularity, fields: [] } as unknown as Calculator,
  place: "Finance Loans",
});
const loan = entry("loan-payment", "Loan payment", ["instalment"]);
const balance = entry("balance", "Balance", ["loan that is left"]);
const interest = entry("interest", "Interest rate");

describe("search", () => {
  it.each([
    ["a title before another name", "loan", ["loan-payment", "balance"]],
    ["nothing that is much weaker than the best", "interest words", ["interest"]],
    ["another name", "left", ["balance"]],
    ["what has all words before what has some", "interest loan", ["interest"]],
    ["nothing where no entry has more than half of the words", "instalment interest", []],
    ["the beginning of a word", "instal", ["loan-payment"]],
    ["a word with a letter left out", "balnce", ["balance"]],
    ["accents and capitals", "LÓAN PAYMENT", ["loan-payment"]],
    ["nothing in no words", "· —", []],
  ])("finds %s", (_, query, slugs) => {
    const search = createSearch();
    search.update([], [interest, balance, loan]);
    expect(search.find(query)).toEqual(slugs);
  });
  it("finds a question, and of equal hits the popular one first", () => {
    const search = createSearch();
    const asked = entry("rate", "Rate", [], { questions: ["what will my savings be worth"] });
    const [rare, known] = [3, 1].map((popularity) => entry(`yield-${popularity}`, "Yield", [], { popularity }));
    search.update([], [asked, rare!, known!]);
    expect(search.find("savings worth")).toEqual(["rate"]);
    expect(search.find("yield")).toEqual(["yield-1", "yield-3"]);
  });
  it("ranks after entries changed and went as if they had never been", () => {
    const [changed, fresh] = [createSearch(), createSearch()];
    changed.update([], [entry("interest", "Loan loan loan"), entry("gone", "Payment of a loan"), balance, loan]);
    changed.find("loan");
    changed.update(["gone"], [interest]);
    fresh.update([], [balance, loan, interest]);
    for (const query of ["loan", "payment", "interest", "loan rate", "gone"]) expect(changed.find(query)).toEqual(fresh.find(query));
    expect(changed.find("payment")).toEqual(["loan-payment"]);
  });
});
