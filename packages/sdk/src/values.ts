/** A page of a list. */
export type Page<T> = { count: number; next: string | null; previous: string | null; results: T[] };

export type PageOptions = { page?: number | undefined; page_size?: number | undefined };

export type Creator = { id: number; email: string; display_name: string; first_name: string; last_name: string };

export type JsonObject = Record<string, unknown>;

/** Follows `next` through all pages. */
export async function* everyItem<T>(readPage: (page: number) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const { results, next } = await readPage(page);
    yield* results;
    if (next === null) return;
  }
}
