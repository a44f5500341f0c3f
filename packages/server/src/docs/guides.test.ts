import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { groupNames, readGuides } from './guides.ts';

test('every page has a title and a group, and the tutorial comes first', async () => {
  const pages = await readGuides(join(import.meta.dirname, '../../../../docs'));
  assert.equal(pages[0]!.path, 'docs/tutorial');
  assert.ok(pages.every(({ title, group }) => title !== '' && groupNames.includes(group)));
  const places = pages.map(({ group }) => groupNames.indexOf(group));
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
});
