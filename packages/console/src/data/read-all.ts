/**
 * Everything that a list has, page by page. For choices and warnings: what they leave out, somebody would miss without
 * knowing it.
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
