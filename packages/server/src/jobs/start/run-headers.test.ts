import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOrigin, skipsCache } from './run-headers.ts';

for (const [given, wanted] of [
  [undefined, false],
  ['true', true],
  [' TRUE ', true],
  ['false', false],
  ['1', false],
  ['true,true', false],
] as const) {
  test(`X-Skip-Cache: ${given} ${wanted ? 'skips' : 'reads'} the cache`, () => {
    assert.equal(skipsCache({ headers: given === undefined ? {} : { 'x-skip-cache': given } }), wanted);
  });
}

test('the origin of a run is the console if the request says so, otherwise the API', () => {
  assert.equal(readOrigin({ headers: { 'x-errand-origin': 'ui' } }), 'ui');
  assert.equal(readOrigin({ headers: { 'x-errand-origin': 'sql' } }), 'api');
  assert.equal(readOrigin({ headers: {} }), 'api');
});
