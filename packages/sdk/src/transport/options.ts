/** What every call takes beside its own arguments. */
export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Sent with this request only. */
  headers?: Record<string, string> | undefined;
};

/** Of calls that start jobs. */
export type RunOptions = CallOptions & {
  /** Makes a repeated call give the first one's job, so that the call is retried when its answer was lost. */
  idempotencyKey?: string | undefined;
  /** Runs although the cache has a result, which is then replaced. */
  skipCache?: boolean | undefined;
};

/** Query parameters as a caller gives them: everything is text on the wire, so numbers are as good. */
export type QueryOf<T> = { [Name in keyof T]: QueryValueOf<T[Name]> };

type QueryValueOf<T> =
  | T
  | undefined
  | (T extends readonly (infer Item)[] ? readonly Item[] : never)
  | (T extends string ? (string extends T ? number : never) : never);
