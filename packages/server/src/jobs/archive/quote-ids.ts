import { isUuid } from '#platform/ids.ts';

/** Quotes ids for a query on files, where they are lower-case text. */
export function quoteIds(ids: string[]): string {
  return ids
    .map((given) => {
      const id = given.toLowerCase();
      if (!isUuid(id)) throw new Error(`not an id: ${given.slice(0, 50)}`);
      return `'${id}'`;
    })
    .join(', ');
}
