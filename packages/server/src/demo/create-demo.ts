import type { CallApi } from '#doors/reply.ts';
import * as samples from './samples.ts';
import type { DemoKind } from './store.ts';

/** Calls this service's API as the caller who requested the demo. Throws an AskError if the call fails. */
export type Ask = <T = Made>(method: Parameters<CallApi>[0], path: string, body?: object) => Promise<T>;
type Made = { id: string };
export type Note = (kind: DemoKind, id: string) => Promise<void>;

/**
 * Creates the demo through the service's own API, so that everything is checked, audited and limited like the caller's
 * own requests. The jobs run on afterwards.
 */
export async function createDemo(ask: Ask, note: Note): Promise<void> {
  const tagId = await findOrCreateTag(ask, note);
  const addAgent = async (body: object): Promise<string> => {
    const { id } = await ask('POST', '/v1/agents/', body);
    await note('agents', id);
    await ask('PUT', `/v1/agents/${id}/tags/`, { tag_ids: [tagId] });
    return id;
  };
  const run = (agentId: string, inputs: object): Promise<unknown> =>
    ask('POST', `/v1/agents/run/${agentId}/async/`, inputs);

  const letter = await addAgent(samples.letter);
  await run(letter, { name: 'Ada' });
  await ask('POST', `/v1/agents/${letter}/versions/`, samples.letterVersion);
  await run(letter, { name: 'Grace' });

  const invoice = await addAgent(samples.invoice);
  for (const text of samples.invoices) await run(invoice, { text });

  const label = await addAgent(samples.json);
  await run(label, { name: 'Margaret' });
  await run(label, { name: 'Margaret "Peg" Hamilton' });

  const payout = await addAgent(samples.payout);
  await run(payout, { name: 'Katherine' });

  const policy = await ask('POST', '/v1/policies/', samples.policy);
  await note('policies', policy.id);
  const check = await addAgent(samples.listingCheck(policy.id));
  await ask('PUT', `/v1/agents/${check}/review-plan/`, { sample_rate: 1 });
  for (const listing of samples.listings) await run(check, { product_listing: listing });

  const table = await freeTableName(ask);
  await note('tables', table);
  const query = await ask('POST', '/v1/database/query/async/', { query: samples.tableQuery(table, letter) });
  await note('queries', query.id);
}

/** A tag that existed before the demo is not noted, so it stays when the demo is removed. */
async function findOrCreateTag(ask: Ask, note: Note): Promise<string> {
  const tags = await ask<{ id: string; name: string }[]>('GET', '/v1/agents/tags/');
  const found = tags.find(({ name }) => name.toLowerCase() === 'demo');
  if (found) return found.id;
  const { id } = await ask('POST', '/v1/agents/tags/', { name: 'demo' });
  await note('tags', id);
  return id;
}

async function freeTableName(ask: Ask): Promise<string> {
  const { results } = await ask<{ results: { name: string }[] }>('GET', '/v1/tables/');
  const taken = new Set(results.map(({ name }) => name.toLowerCase()));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? 'demo_orders' : `demo_orders_${number}`;
    if (!taken.has(name)) return name;
  }
}
