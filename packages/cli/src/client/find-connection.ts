import type { ConnectionItem, Errand } from '@errand/sdk';
import { MissingError } from '../terminal/errors.ts';

/** Finds a connection by id or name. */
export async function findConnection(errand: Pick<Errand, 'connections'>, text: string): Promise<ConnectionItem> {
  const { results } = await errand.connections.list({ search: text, page_size: 100 });
  const found = results.find(({ id }) => id === text) ?? results.find(({ name }) => name === text);
  if (found === undefined)
    throw new MissingError(`There is no connection ${text}. errand connections list shows them.`);
  return found;
}
