// What a language adds to the rules: words on forms, and words that tell the language. Names of months come from the
// CLDR in Node's Intl. Labels follow the business terms of EN 16931 in the language's edition and the wording that its
// invoice law asks for; legal forms follow the ISO 20275 list of entity legal forms (GLEIF).

export type Language = {
  /** BCP 47, for the names of months. */
  code: string;
  /** ISO 639-3, as pages carry it. */
  iso3: string[];
  /** Frequent small words and words of forms that tell the language. */
  telling: string;
  /** By the first phrase of a group of the thesaurus: phrases with commas between them. */
  labels: Record<string, string>;
  /** Titles of documents that a number follows: "Rechnung 4711". */
  papers: string;
  /** Words between a document's number and its date: "Rechnung 4711 vom 5.3.2018". */
  dated: string;
  /** The last words of company names. */
  legalForms: string;
};
