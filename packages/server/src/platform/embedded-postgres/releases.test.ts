import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeBehind } from './releases.ts';

test('a minor release that is behind is reported with what to do; the newest and unknown ones are not', () => {
  assert.match(describeBehind('18.0', true)!, /^18\.\d+ is the newest known on \d{4}-\d\d-\d\d .*ERRAND_POSTGRES_BIN/);
  assert.match(describeBehind('15.1 (Debian 15.1-1)', false)!, /^15\.\d+ .*update the server/);
  assert.equal(describeBehind('18.999', true), undefined);
  assert.equal(describeBehind('99.1', false), undefined);
  assert.equal(describeBehind('19devel', false), undefined);
});
