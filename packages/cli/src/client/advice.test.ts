import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adviseOn } from './advice.ts';

test('a code of the catalogue comes with what to do and its page, an unknown one with the page alone', () => {
  const url = 'http://127.0.0.1:8700';
  const known = adviseOn('errand.inputs.missing', url);
  assert.match(known?.remedy ?? '', /^Supply every input/);
  assert.equal(known?.page, `${url}/docs/errors/errand.inputs.missing/`);
  assert.deepEqual(adviseOn('errand.inputs.newer', url), { page: `${url}/docs/errors/errand.inputs.newer/` });
});

test('anything but a code has no page', () => {
  for (const code of [undefined, 7, 'ECONNREFUSED', 'errand.a/../b', 'toString'])
    assert.equal(adviseOn(code, 'http://x'), undefined);
});
