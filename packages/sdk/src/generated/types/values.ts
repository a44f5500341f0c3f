// Made from packages/contract by `npm run generate`. Change the contract, not this file.

/** A page of a list. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };

/** The reason, possibly with further fields. */
export type ApplicationError = {
  error: string;
  /** Error code for programs. */
  code: string;
};

export type Creator = {
  id: number;
  email: string;
  display_name: string;
  first_name: string;
  last_name: string;
};

/** What went wrong and what to do. */
export type DetailError = {
  detail: string;
  /** Error code for programs. */
  code: string;
};

/** Field name to messages. */
export type FieldError = Record<string, string[] | string>;

export type GivenId = string;

export type JsonObject = Record<string, unknown>;

/** One message per problem. */
export type ListError = string[];

/** What is wrong with a query. */
export type MessageError = {
  message: string;
  /** Error code for programs. */
  code: string;
};

/** From 1. */
export type PageNumber = string;

/** Default: 20. At most 100 unless the operator sets another limit. */
export type PageSize = string;

export type Timestamp = string;

export type Uuid = string;

export type WaitQuery = {
  /**
   * Seconds to wait for the end. The response comes then, or with the current state when the time is over.
   */
  wait?: number;
};
