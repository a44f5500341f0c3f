import { type Agent, type Errand, everyItem } from '@errand/sdk';
import { MissingError, UsageError } from '../terminal/errors.ts';
import { isUuid } from '../terminal/text.ts';

/** By id or by name. A name that several agents have is refused: guessing could run the wrong one. */
export async function findAgent(errand: Errand, text: string): Promise<Agent> {
  if (isUuid(text)) return errand.agents.get(text.toLowerCase());
  return pick(await collect((page) => errand.agents.list({ search: text, page, page_size: 100 })), text, 'agent');
}

export async function findPolicy(errand: Errand, text: string) {
  if (isUuid(text)) return errand.policies.get(text.toLowerCase());
  return pick(await collect((page) => errand.policies.list({ page, page_size: 100 })), text, 'policy');
}

const collect = async <T>(readPage: Parameters<typeof everyItem<T>>[0]): Promise<T[]> =>
  Array.fromAsync(everyItem(readPage));

export function pick<T extends { id: string; name: string }>(found: T[], text: string, kind: string): T {
  const named = found.filter(({ name }) => name.toLowerCase() === text.toLowerCase());
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new UsageError(`${named.length} ${plural(kind)} are called ${text}. Use an id: ${ids}`);
  }
  const similar = found.slice(0, 3).map(({ name }) => name);
  const hint = similar.length > 0 ? ` Similar: ${similar.join(', ')}.` : ` errand ${plural(kind)} list shows them.`;
  throw new MissingError(`No ${kind} is called ${text}.${hint}`);
}

const plural = (kind: string): string => (kind === 'policy' ? 'policies' : `${kind}s`);
