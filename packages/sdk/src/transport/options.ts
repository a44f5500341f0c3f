/** Options of every call. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Sent with this request only. */
  headers?: Record<string, string> | undefined;
};

/** Of calls that start jobs. */
export type RunOptions = CallOptions & {
  /** A repeated call returns the job of the first one, so the call is safe to retry when its response was lost. */
  idempotencyKey?: string | undefined;
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
