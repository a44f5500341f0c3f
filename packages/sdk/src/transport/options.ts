/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Sent with this request only. */
  headers?: Record<string, string> | undefined;
};

/** Of calls that start jobs. */
export type RunOptions = CallOptions & {
  /**
   * A repeated call with the same key returns the job of the first one. Without a key the call makes one of its own, so
   * that it is safe to retry; null sends none.
   */
  idempotencyKey?: string | null | undefined;
  /** Ignores a cached result and replaces it. */
  skipCache?: boolean | undefined;
};

/** Query parameters as a caller passes them. Everything is text on the wire, so numbers are accepted too. */
export type QueryOf<T> = { [Name in keyof T]: QueryValueOf<T[Name]> };

type QueryValueOf<T> =
  | T
  | undefined
  | (T extends readonly (infer Item)[] ? readonly Item[] : never)
  | (T extends string ? (string extends T ? number : never) : never);
