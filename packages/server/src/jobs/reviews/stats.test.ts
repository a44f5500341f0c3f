import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scriptedDb } from '../../../test/scripted-db.ts';
import { findStats } from './stats.ts';

const group = (over: object) => ({
  version_id: null,
  reviewer: null,
  is_version: false,
  is_reviewer: false,
  done: 10,
  shown: 8,
  agreement: 0.75,
  override_rate: 0.25,
  median_seconds: 40,
  hurried: 0,
  timed: 0,
  ...over,
});
const stats = (groups: object[], fields: object[] = []) =>
  findStats(
    scriptedDb({
      'grouping sets': groups,
      'as overdue': [{ open: 3, overdue: 1 }],
      'group by field': fields,
      'as compared': [{ compared: 2, agreement: 0.5 }],
    }),
    'org',
    {},
  );
const reviewer = (name: string, hurried: number, timed: number) =>
  group({ reviewer: name, is_reviewer: true, hurried, timed });

test('without a decision there are no rates, and nothing is divided by zero', async () => {
  const empty = await stats([]);
  assert.deepEqual([empty.open, empty.overdue, empty.done], [3, 1, 0]);
  assert.deepEqual([empty.agreement, empty.override_rate, empty.median_seconds], [null, null, null]);
  assert.deepEqual([empty.by_version, empty.by_field, empty.by_reviewer, empty.warnings], [{}, {}, {}, []]);
});

test('the rate of a field is its share of the decisions that may be shown', async () => {
  const { by_field: fields } = await stats([group({})], [{ field: '/total', corrected: 2 }]);
  assert.deepEqual(fields, { '/total': { corrected: 2, rate: 0.25 } });
});

test('the whole, versions and reviewers are told apart, also where a version is unknown', async () => {
  const found = await stats([
    group({ done: 12 }),
    group({ is_version: true, version_id: 'v1', done: 7 }),
    reviewer('ada', 0, 0),
  ]);
  assert.equal(found.done, 12);
  assert.equal(found.by_version.v1!.done, 7);
  assert.deepEqual(Object.keys(found.by_reviewer), ['ada']);
});

test('a warning names reviewers who were too quick in half of at least five timed decisions', async () => {
  const { warnings } = await stats([
    reviewer('slow', 2, 5),
    reviewer('new', 4, 4),
    reviewer('half', 3, 6),
    reviewer('quick', 5, 5),
  ]);
  assert.deepEqual(
    warnings.map((text) => text.split(' ')[0]),
    ['half', 'quick'],
  );
  assert.match(warnings[0]!, /3 of 6/);
});
