/**
 * Reads all pages of a list. Used for choices and warnings, where a missing item would go unnoticed.
 */
export async function readAll<Item>(
  list: (paging: { page: number; page_size: number }) => Promise<{ results: Item[]; next: string | null }>,
): Promise<Item[]> {
  const found: Item[] = [];
  for (let page = 1; ; page += 1) {
    const { results, next } = await list({ page, page_size: 100 });
    found.push(...results);
    if (next === null) return found;
  }
}
