import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readEditSkillsSearch, readSkillSetSearch } from './skill-search.ts';

test('an address is read as far as it makes sense', () => {
  const search = readSkillSetSearch({ tab: 'files', version: 'v', file: 'a.md', page: 'x', from: 'v1', to: 'v2' });
  assert.deepEqual(search, { tab: 'files', version: 'v', file: 'a.md', from: 'v1', to: 'v2' });
  assert.equal(readSkillSetSearch({ tab: 'nothing' }).tab, undefined);
  assert.deepEqual(readEditSkillsSearch({ version: 'v' }), { version: 'v' });
});
