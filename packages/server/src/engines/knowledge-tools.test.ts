import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createKnowledge } from './knowledge-tools.ts';

const typology = { id: 't1', name: 'Mules', description: 'Accounts for hire.', tactics: [] };
const lens = {
  name: 'Ours',
  updatedAt: 'now',
  refs: [{ typologyId: 't1', relevance: 'core' }],
  typologies: [typology],
};

function createContext() {
  const steps: string[] = [];
  let stored: Buffer = Buffer.alloc(0);
  const context = {
    orgId: 'o',
    step: async (name: string, work: () => Promise<unknown>) => {
      steps.push(name);
      return work();
    },
    keep: async (content: Buffer) => {
      stored = content;
      return 'kept';
    },
    recall: async () => stored,
  };
  return { context: context as never, steps };
}

test('a model sees what there is and reads one typology at a time, each read a step', async () => {
  const { context, steps } = createContext();
  const { text, tools } = await createKnowledge(async () => lens as never, context)(' BASE ');
  assert.match(text, /"Ours":\n- t1 \(core\): Mules\. Accounts for hire\./);
  assert.deepEqual(await tools[0]!.execute({ typology_id: 't1' }, {} as never), typology);
  await assert.rejects(
    async () => tools[0]!.execute({ typology_id: 'x' }, {} as never),
    /no typology 'x'. It has: t1\./,
  );
  assert.deepEqual(steps, ['knowledge base', 'typology t1', 'typology x']);
});

test('a knowledge base that is gone is named', async () => {
  const read = createKnowledge(async () => undefined, createContext().context);
  await assert.rejects(async () => read('base'), /Knowledge base base not found, or not finished\./);
});
