import type { Agent, Errand, Webhook } from '@errand/sdk';
import { MissingError, UsageError } from '../terminal/errors.ts';
import { nearestName } from '../terminal/nearest.ts';
import { isUuid } from '../terminal/text.ts';

/** Finds an agent by id or name. Refuses a name that several agents have, because guessing could run the wrong one. */
export async function findAgent(errand: Errand, text: string): Promise<Agent> {
  if (isUuid(text)) return errand.agents.get(text.toLowerCase());
  const found = await Array.fromAsync(errand.agents.list.all({ search: text, page_size: 100 }));
  if (found.some(({ name }) => isNamed(name, text))) return pick(found, text, 'agent');
  // The search does not find misspelt names, so all names are needed for a suggestion.
  return pick(await Array.fromAsync(errand.agents.list.all({ page_size: 100 })), text, 'agent');
}

export async function findPolicy(errand: Errand, text: string) {
  if (isUuid(text)) return errand.policies.get(text.toLowerCase());
  return pick(await Array.fromAsync(errand.policies.list.all({ page_size: 100 })), text, 'policy');
}

export async function findWebhook(errand: Errand, text: string): Promise<Webhook> {
  if (isUuid(text)) return errand.webhooks.get(text.toLowerCase());
  return pick(await errand.webhooks.list(), text, 'webhook');
}

export function pick<T extends { id: string; name: string }>(found: T[], text: string, kind: string): T {
  const named = found.filter(({ name }) => isNamed(name, text));
  const [first, ...others] = named;
  if (first !== undefined && others.length === 0) return first;
  if (first !== undefined) {
    const ids = named.map(({ id }) => id).join(', ');
    throw new UsageError(`${named.length} ${plural(kind)} are called ${text}. Use an id: ${ids}`);
  }
  const similar = nearestName(
    text,
    found.map(({ name }) => name),
  );
  const hint = similar === undefined ? ` errand ${plural(kind)} list shows them.` : ` Did you mean ${similar}?`;
  throw new MissingError(`No ${kind} is called ${text}.${hint}`);
}

const isNamed = (name: string, text: string): boolean => name.toLowerCase() === text.toLowerCase();
const plural = (kind: string): string => (kind === 'policy' ? 'policies' : `${kind}s`);
