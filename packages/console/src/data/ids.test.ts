import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeId } from './ids.ts';

const id = '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d';

test('ids are recognized as people paste them', () => {
  for (const text of [id, ` ${id.toUpperCase()}\n`, id.replaceAll('-', ''), `file_${id}`])
    assert.ok(looksLikeId(text), text);
  for (const text of ['', 'invoice', id.slice(1), `${id}0`, `x${id}`, id.replace('0', 'g')])
    assert.ok(!looksLikeId(text), text);
});
