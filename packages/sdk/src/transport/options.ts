/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Sent with this request only. */
  headers?: Record<string, string> | undefined;
};

/** Options of calls that create something. */
export type KeyedOptions = CallOptions & {
  /**
   * A repeated call with the same key returns what the first call returned, and creates nothing. By default each call
   * creates a new key, so that its retries are safe. Null sends no key.
   */
  idempotencyKey?: string | null | undefined;
};

/** Options of calls that start jobs. */
export type RunOptions = KeyedOptions & {
  /** Ignores a cached result and replaces it. */
  skipCache?: boolean | undefined;
};

/** Query parameters as callers pass them. Everything is text on the wire, so numbers are accepted too. */
export type QueryOf<T> = { [Name in keyof T]: QueryValueOf<T[Name]> };

type QueryValueOf<T> =
  | T
  | undefined
  | (T extends readonly (infer Item)[] ? readonly Item[] : never)
  | (T extends string ? (string extends T ? number : never) : never);
