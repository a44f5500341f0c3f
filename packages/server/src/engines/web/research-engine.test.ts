import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { pluck } from '../../../test/pluck.ts';
import { EngineFailure } from '../engine/engine.ts';
import { createResearchEngine } from './research-engine.ts';

const results = ['a', 'b'].map((name) => ({ url: `https://${name}.example/`, title: name, snippet: `About ${name}` }));
const engine = createResearchEngine(async (_context, _query, limit) => results.slice(0, limit));

async function research(answer: unknown, config: object = {}) {
  // No page can be read: what the search said of it has to do.
  const { context, asked } = createTestContext([answer], {
    async fetch() {
      throw new EngineFailure('Nobody answers.');
    },
  });
  const { outputs } = await engine.run(context, { inputs: {}, config: { query: 'tea?', ...config } });
  return { value: JSON.parse(outputs[0]!.value), prompt: JSON.stringify(asked[0]?.prompt) };
}

test('the answer comes with its sources, and a page that cannot be read is described by its snippet', async () => {
  const { value, prompt } = await research(' Green. [1] ');
  assert.equal(value.answer, 'Green. [1]');
  assert.deepEqual(pluck(value.sources, 'url'), ['https://a.example/', 'https://b.example/']);
  assert.match(prompt, /\[1\] https:\/\/a\.example\/.*About a/);
});

test('sources are added to an answer by schema only where the schema lets them', async () => {
  const open = await research({ best: 'green' }, { output_schema: { type: 'object' } });
  assert.deepEqual([open.value.best, open.value.sources.length], ['green', 2]);
  const closed = await research({ best: 'green' }, { output_schema: { type: 'object', additionalProperties: false } });
  assert.deepEqual(closed.value, { best: 'green' });
  const own = await research({ sources: [] }, { output_schema: { type: 'object' } });
  assert.deepEqual(own.value.sources, [], 'what the model says under that name stays');
});

test('nothing found, and no search at all, fail the job', async () => {
  const { context } = createTestContext();
  const run = (search: Parameters<typeof createResearchEngine>[0]) =>
    createResearchEngine(search).run(context, { inputs: {}, config: { query: 'tea?' } });
  await assert.rejects(
    run(async () => []),
    EngineFailure,
  );
  await assert.rejects(run(undefined), /ERRAND_SEARCH_URL/);
});
