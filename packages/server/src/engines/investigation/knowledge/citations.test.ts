import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCitationProblems, listEntries, readCitations } from './citations.ts';

const tactic = (id: string) => ({ id, name: id, description: '', indicators: ['One', 'Two'], questions: [] });
const knowledge = {
  id: 'base',
  name: 'Base',
  version: '2026-01-01',
  typologies: [{ id: 'mule', name: 'Mules', category: 'c', description: 'd', tactics: [tactic('mule.fast')] }],
};

test('typologies, tactics and indicators can be cited, each by an id of its own', () => {
  const ids = listEntries(knowledge).map(({ id }) => id);
  assert.deepEqual(ids, ['mule', 'mule.fast', 'mule.fast#1', 'mule.fast#2']);
  assert.deepEqual(findCitationProblems(knowledge, [...ids, ' mule ']), []);
  assert.deepEqual(readCitations(knowledge, ['mule.fast#2', 'mule.fast#2']), [
    {
      id: 'mule.fast#2',
      typology_id: 'mule',
      typology_name: 'Mules',
      tactic_id: 'mule.fast',
      tactic_name: 'mule.fast',
      indicator: 'Two',
    },
  ]);
});

test('what does not exist cannot be cited', () => {
  assert.equal(findCitationProblems(knowledge, ['mule.fast#3', 'mule.slow', '']).length, 3);
  assert.deepEqual(findCitationProblems(knowledge, undefined), []);
  assert.deepEqual(readCitations({ ...knowledge, typologies: [] }, ['mule']), []);
});
