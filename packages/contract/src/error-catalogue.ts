import { errorTable } from './errors.ts';
import { failureTable } from './failures.ts';

// Every error code with its cause and remedy, for the server's pages, the SDK, the CLI and the console.

/** A failed job may also have an error code of the API, such as errand.queries.invalid. */
export type FailureCode = keyof typeof failureTable | AnswerCode;
type AnswerCode = (typeof errorTable)[keyof typeof errorTable]['code'];

export type CatalogueEntry = {
  code: FailureCode;
  cause: string;
  remedy: string;
  /** The HTTP status of responses with this code. Undefined for failures of jobs. */
  status?: number;
  shape?: string;
};

export const errorCatalogue: ReadonlyMap<string, CatalogueEntry> = new Map(
  [
    ...Object.values(errorTable).map(({ code, title, remedy, status, shape }) => ({
      code,
      cause: title,
      remedy,
      status,
      shape,
    })),
    ...Object.entries(failureTable).map(([code, row]) => ({ code: code as FailureCode, ...row })),
  ]
    .toSorted((a, b) => (a.code < b.code ? -1 : 1))
    .map((entry) => [entry.code, entry]),
);
