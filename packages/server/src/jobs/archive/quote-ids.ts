import { isUuid } from '#platform/ids.ts';

/** Ids for a query of ours on files, where they are text in small letters. */
export function quoteIds(ids: string[]): string {
  return ids
    .map((given) => {
      const id = given.toLowerCase();
      if (!isUuid(id)) throw new Error(`not an id: ${given.slice(0, 50)}`);
      return `'${id}'`;
    })
    .join(', ');
}
