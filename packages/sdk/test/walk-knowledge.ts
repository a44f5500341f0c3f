import type { Errand } from '../src/index.ts';

const made = { company: 'Made by the SDK', brief: 'Payouts of a marketplace to new bank accounts.' };

/** The operations of knowledge bases, for walk.ts. */
export const keepKnowledge = (
  errand: Errand,
  { knowledge_base_id: id = '', atlas_lens_id: lens = '' }: Record<string, string>,
) => ({
  'knowledge.list': () => errand.knowledge.list(),
  'knowledge.create': () => errand.knowledge.create(made),
  'knowledge.catalog': () => errand.knowledge.catalog(),
  'knowledge.lens': () => errand.knowledge.lens(lens),
  'knowledge.get': () => errand.knowledge.get(id),
  'knowledge.draft': () => errand.knowledge.draft(id),
  'knowledge.select': () => errand.knowledge.select(id, { refs: [{ typologyId: 'money-mule', relevance: 'core' }] }),
  'knowledge.resolve': () => errand.knowledge.resolve(id, { discard: true }),
  'knowledge.finalize': () => errand.knowledge.finalize(id, { name: 'Finished' }),
  'knowledge.sync': () => errand.knowledge.sync(id),
  'mcp.knowledge': () => errand.mcp.knowledge(id, { jsonrpc: '2.0', id: 1, method: 'ping' }),
  'knowledge.regenerate': () => errand.knowledge.regenerate(id, { feedback: 'No cash.' }),
  'knowledge.unlink': () => errand.knowledge.unlink(id),
  'knowledge.importLens': () => errand.knowledge.importLens({ atlas_lens_id: lens }),
  'knowledge.delete': async () => errand.knowledge.delete((await errand.knowledge.create(made)).id),
});
