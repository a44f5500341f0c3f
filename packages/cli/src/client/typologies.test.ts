import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KnowledgeRef } from '@errand/sdk';
import { readSelection } from './typologies.ts';

const mule: KnowledgeRef = {
  typologyId: 'money-mule',
  typologyName: 'Money mules',
  relevance: 'core',
  rationale: 'New accounts.',
  tacticIds: ['recruited'],
  tacticNames: ['Recruited'],
};

test('a word gives a typology, its relevance and some of its tactics', () => {
  assert.deepEqual(readSelection(['a', 'b=edge', 'c=core:one,two', 'd:one'], [], 'replace'), [
    { typologyId: 'a' },
    { typologyId: 'b', relevance: 'edge' },
    { typologyId: 'c', relevance: 'core', tacticIds: ['one', 'two'], tacticNames: null },
    { typologyId: 'd', tacticIds: ['one'], tacticNames: null },
  ]);
});

test('what a word leaves out stays as it is selected', () => {
  assert.deepEqual(readSelection(['money-mule=edge'], [mule], 'replace'), [{ ...mule, relevance: 'edge' }]);
  assert.deepEqual(readSelection(['a'], [mule], 'add'), [mule, { typologyId: 'a' }]);
  assert.deepEqual(readSelection(['money-mule'], [mule], 'remove'), []);
});

test('words without sense are refused', () => {
  for (const word of ['a=high', '=core', 'a=', ':one'])
    assert.throws(() => readSelection([word], [], 'replace'), /is not a typology/, word);
  assert.throws(() => readSelection(['a'], [mule], 'remove'), /not selected/);
});
