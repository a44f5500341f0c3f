import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Agent, AgentVersion } from '@errand/contract/agents.ts';
import { IntegerText } from '@errand/contract/values.ts';
import { Type } from 'typebox';
import { modules, withReferences } from './openapi-schemas.ts';

test('a schema of the contract becomes a reference under its name, with all that it refers to', () => {
  const { document, schemas } = withReferences({ a: AgentVersion, list: Type.Array(Agent) });
  assert.deepEqual(document.a, { $ref: '#/components/schemas/AgentVersion' });
  assert.deepEqual(document.list.items, { $ref: '#/components/schemas/Agent' });
  assert.ok('Agent' in schemas && 'AgentVersion' in schemas);
  const told = JSON.stringify(schemas);
  for (const [, name] of told.matchAll(/#\/components\/schemas\/(\w+)/g))
    assert.ok(Object.hasOwn(schemas, name!), name);
});

test('the contract itself is not changed, and other schemas stay in their place', () => {
  const before = JSON.stringify(AgentVersion);
  const { document } = withReferences({ own: Type.Object({ agent: Agent }) });
  assert.equal(JSON.stringify(AgentVersion), before);
  assert.deepEqual((document.own as any).properties.agent, { $ref: '#/components/schemas/Agent' });
});

test('an optional member refers to its schema too, although it is a copy', () => {
  const { document } = withReferences({ own: Type.Object({ agent: Type.Optional(Agent) }) });
  assert.deepEqual((document.own as any).properties.agent, { $ref: '#/components/schemas/Agent' });
});

test('every enum has a type, a record is open, and a number in a query is a number', () => {
  const { document } = withReferences({
    words: Type.Enum(['a', 'b']),
    mixed: Type.Enum([1, 'b']),
    record: Type.Record(Type.String(), Type.Integer()),
    open: Type.Object({}),
    nullable: Type.Unsafe({ type: ['object', 'null'] }),
    page: IntegerText({ description: 'From 1.', minimum: 1, example: 3 }),
    member: Type.Object({ enum: Type.String(), described: Type.Boolean() }),
  });
  const { words, mixed, record, open, nullable, page, member } = document as Record<string, any>;
  assert.deepEqual([words.type, mixed.type], ['string', ['integer', 'string']]);
  assert.deepEqual([record.additionalProperties, record.patternProperties], [{ type: 'integer' }, undefined]);
  assert.equal(open.type, 'object');
  assert.equal(nullable.additionalProperties, true);
  assert.deepEqual(page, { type: 'integer', description: 'From 1.', minimum: 1, examples: [3] });
  assert.deepEqual(Object.keys(member.properties), ['enum', 'described'], 'names of members stay');
});

test('every file of the contract that exports schemas gives them names in the description', async () => {
  const folder = join(import.meta.dirname, '../../../contract/src');
  const files = (await readdir(folder)).filter((file) => /^[a-z-]+\.ts$/.test(file));
  const isSchema = (value: unknown) => typeof value === 'object' && value !== null && '~kind' in value;
  for (const file of files) {
    const exported = (await import(join(folder, file))) as Record<string, unknown>;
    if (Object.values(exported).some(isSchema)) assert.ok((modules as unknown[]).includes(exported), file);
  }
});

test('no schema has a member of its own name: generators use one name for both', () => {
  const snake = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `_${letter}`).toLowerCase();
  for (const [name, schema] of modules.flatMap((module) => Object.entries(module as Record<string, any>)))
    assert.ok(!Object.hasOwn(schema?.properties ?? {}, snake(name)), name);
});
