import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import type { NamedSchema, Schema } from './schemas.ts';
import { createTypeWriter } from './types.ts';
import { writeImports, writeLists, writeTypes } from './write-types.ts';

const Person = Type.Object({ name: Type.String() });
const schemas: NamedSchema[] = [
  { name: 'Person', module: 'people', schema: Person as Schema },
  { name: 'Team', module: 'teams', schema: Type.Object({ lead: Person }) as Schema },
];

test('a file imports the types of others, never its own', () => {
  const files = writeTypes(schemas, createTypeWriter(schemas));
  assert.deepEqual([...files.keys()], ['types/people.ts', 'types/teams.ts']);
  assert.match(files.get('types/teams.ts')!, /^import type \{ Person \} from '\.\/people\.ts';/);
  assert.doesNotMatch(files.get('types/people.ts')!, /import/);
});

test('imports are sorted, and a page comes from the values', () => {
  assert.deepEqual(writeImports(new Set(['Team', 'Person', 'Page']), schemas, '../types'), [
    `import type { Page } from '../types/values.ts';`,
    `import type { Person } from '../types/people.ts';`,
    `import type { Team } from '../types/teams.ts';`,
  ]);
});

test('a list of words is a constant whose type is their union', () => {
  assert.equal(writeLists([{ name: 'roles', value: ['a', 'b'] }]), 'export const roles = ["a","b"] as const;');
});

test('a type with the members of an earlier one of its file refers to it', () => {
  const letters = Object.fromEntries(['a', 'b', 'c', 'd', 'e', 'f'].map((key) => [key, Type.String()]));
  const some = [
    { name: 'Shop', module: 'shops', schema: Type.Object({ ...letters, g: Type.String() }) as Schema },
    { name: 'OpenShop', module: 'shops', schema: Type.Object({ ...letters, h: Type.Number() }) as Schema },
    { name: 'Person', module: 'people', schema: Type.Object(letters) as Schema },
  ];
  const files = writeTypes(some, createTypeWriter(some));
  assert.match(files.get('types/shops.ts')!, /OpenShop = Omit<Shop, 'g'> & \{\nh: number; \}/);
  assert.doesNotMatch(files.get('types/people.ts')!, /Shop/);
});
