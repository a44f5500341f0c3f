import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRefs, resolveLens } from './model.ts';

const typologies = [
  {
    id: 'mules',
    name: 'Mules',
    tactics: [
      { id: 'hire', name: 'For hire' },
      { id: 'relay', name: 'Relay' },
    ],
  },
];
const catalog = { list: typologies, find: (id: string) => typologies.find((one) => one.id === id) } as never;

test('a selection keeps names and defaults; what the catalog does not have is refused with the nearest word', () => {
  const [ref] = readRefs(catalog, [{ typologyId: 'mules', tacticIds: ['relay'] }] as never);
  assert.deepEqual([ref!.typologyName, ref!.relevance, ref!.tacticNames], ['Mules', 'watch', ['Relay']]);
  const wrong = [{ typologyId: 'mule' }, { typologyId: 'mules', tacticIds: ['x'] }, { typologyId: 'mules' }] as never;
  assert.throws(
    () => readRefs(catalog, wrong),
    (error: any) => {
      const [first, ...others] = error.options.fields.refs;
      assert.match(first, /no typology 'mule'.*mules/);
      assert.deepEqual(others, ["The typology 'mules' has no tactic 'x'.", "The typology 'mules' is selected twice."]);
      return true;
    },
  );
});

test('a lens tells what the catalog no longer has, and is never public', () => {
  const row = { refs: [{ typologyId: 'mules', tacticIds: ['hire'] }, { typologyId: 'gone' }], updated_at: new Date(0) };
  const { lens, missing } = resolveLens(catalog, row as never);
  assert.deepEqual(missing, ['gone']);
  assert.deepEqual(
    lens.typologies.flatMap(({ tactics }) => tactics.map(({ id }) => id)),
    ['hire'],
  );
  assert.equal(lens.public, false);
});
