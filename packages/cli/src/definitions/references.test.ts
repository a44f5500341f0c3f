import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDangling, replaceNames, withoutIds } from './references.ts';

test('ids become slugs and back again, at any depth', () => {
  const config = { policy_version_id: 'p1', tools: [{ agent: 'a1', note: 'p1 is kept in a sentence' }], n: 1, x: null };
  const named = replaceNames(
    config,
    new Map([
      ['p1', 'policy:rules'],
      ['a1', 'agent:reader'],
    ]),
  );
  assert.deepEqual(named, {
    policy_version_id: 'policy:rules',
    tools: [{ agent: 'agent:reader', note: 'p1 is kept in a sentence' }],
    n: 1,
    x: null,
  });
  assert.deepEqual(
    replaceNames(
      named,
      new Map([
        ['policy:rules', 'p1'],
        ['agent:reader', 'a1'],
      ]),
    ),
    config,
  );
});

test('a slug that names nothing is found', () => {
  assert.deepEqual(findDangling({ a: ['policy:gone'], b: 'policy: with words' }), ['policy:gone']);
});

test('ids of rules are left out, everything else stays', () => {
  assert.deepEqual(withoutIds({ guidelines: [{ id: '1', title: 't', rules: [{ id: '2', flag: 'x' }] }] }), {
    guidelines: [{ title: 't', rules: [{ flag: 'x' }] }],
  });
});
