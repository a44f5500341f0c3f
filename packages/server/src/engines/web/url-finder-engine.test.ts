import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestContext } from '../../../test/engine-context.ts';
import { pluck } from '../../../test/pluck.ts';
import { EngineFailure } from '../engine/engine.ts';
import { createUrlFinderEngine } from './url-finder-engine.ts';

const results = ['a', 'b', 'c'].map((name) => ({
  url: `https://${name}.example/`,
  title: name,
  snippet: `About ${name}`,
}));
const engine = createUrlFinderEngine(async (_context, _term, limit) => results.slice(0, limit));
const config = { search_term: 'tea', description: 'a shop', search_limit: 3, top_results: 2 };

test('results are scored by the description, and the best come first', async () => {
  const scores = [
    { number: 3, score: 0.9 },
    { number: 1, score: 0.2 },
    { number: 9, score: 1 },
  ];
  const { context } = createTestContext([{ scores }]);
  const { outputs } = await engine.run(context, { inputs: {}, config });
  assert.deepEqual(pluck(JSON.parse(outputs[0]!.value).urls, 'title', 'score'), [
    ['c', 0.9],
    ['a', 0.2],
  ]);
});

test('more results than are searched for are refused, when the agent is made and when it runs', async () => {
  assert.deepEqual(engine.checkConfig?.({ top_results: 2, search_limit: 2 }), []);
  assert.equal(engine.checkConfig?.({ top_results: 3, search_limit: 2 }).length, 1);
  assert.equal(engine.checkConfig?.({ top_results: 6 }).length, 1);
  const { context } = createTestContext();
  await assert.rejects(engine.run(context, { inputs: {}, config: { ...config, top_results: 9 } }), EngineFailure);
});

test('nothing found asks no model, and without a search the job says what is missing', async () => {
  const { context, asked } = createTestContext();
  const { outputs } = await createUrlFinderEngine(async () => []).run(context, { inputs: {}, config });
  assert.deepEqual([JSON.parse(outputs[0]!.value), asked], [{ urls: [] }, []]);
  await assert.rejects(createUrlFinderEngine(undefined).run(context, { inputs: {}, config }), /ERRAND_SEARCH_URL/);
});
