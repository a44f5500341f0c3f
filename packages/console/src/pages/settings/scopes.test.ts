import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keyRoles } from '../../../../contract/src/organizations.ts';
import { scopesOf as scopesOfContract, scopeWords as wordsOfContract } from '../../../../contract/src/scopes.ts';
import { chosenScopes, scopesOf, scopeWords } from './scopes.ts';

test('roles can have the scopes that the contract gives them, and each has words', () => {
  for (const role of keyRoles) assert.deepEqual(scopesOf(role), scopesOfContract(role));
  assert.deepEqual(Object.keys(scopeWords), Object.keys(wordsOfContract));
});

test('a key that may do all that its role allows is sent without scopes', () => {
  assert.deepEqual(chosenScopes('member', new Set()), {});
  assert.deepEqual(chosenScopes('viewer', new Set(['run'])), {});
  assert.deepEqual(chosenScopes('member', new Set(['build', 'decide'])), { scopes: ['read', 'run'] });
});
