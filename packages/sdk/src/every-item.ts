import type { Page } from './generated/types/values.ts';

/** Iterates over all pages of a list. */
export async function* everyItem<T>(readPage: (page: number) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const { results, next } = await readPage(page);
    yield* results;
    if (next === null) return;
  }
}
