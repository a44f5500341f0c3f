/** Returns one page of a list. `all` yields every item of every page, read on demand. */
export type PagedCall<Call extends (...args: never[]) => Promise<{ results: unknown[] }>> = Call & {
  all(...args: Parameters<Call>): AsyncGenerator<Awaited<ReturnType<Call>>['results'][number]>;
};

type AnyPage<T> = { results: T[]; next?: string | null; next_cursor?: string | null };

/** Reads all pages, by page number or by the cursor of the next page. */
export async function* readPages<T>(
  readPage: (query: Record<string, unknown>) => Promise<AnyPage<T>>,
  query: Record<string, unknown> = {},
): AsyncGenerator<T> {
  let place: { page: number } | { cursor: string } | undefined;
  for (;;) {
    const { results, next, next_cursor: cursor } = await readPage({ ...query, ...place });
    yield* results;
    if (cursor) place = { cursor };
    else if (next) place = { page: (place && 'page' in place ? place.page : Number(query.page ?? 1)) + 1 };
    else return;
  }
}
