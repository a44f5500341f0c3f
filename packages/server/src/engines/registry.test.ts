import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from './engine/engine.ts';
import { createEngineRegistry } from './registry.ts';

const engine = (id: string) =>
  defineEngine({
    id,
    name: id,
    description: '',
    inputs: [],
    configSchema: Type.Object({ count: Type.Optional(Type.Integer()) }),
    run: async () => ({ outputs: [] }),
  });

test('built-in engines come first, and two with one id are refused', () => {
  const registry = createEngineRegistry([engine('Own')]);
  assert.equal(registry.list().at(-1)!.id, 'Own');
  assert.ok(registry.find('TemplateEngine'));
  assert.throws(() => createEngineRegistry([engine('TemplateEngine')]), /Two engines have the id TemplateEngine/);
});

test('every engine checks its configuration against its schema', () => {
  const { checkConfig } = createEngineRegistry([engine('Own')]).find('Own')!;
  assert.equal(checkConfig!({ count: 'many' }).length, 1);
  assert.deepEqual(checkConfig!({ count: '${count}' }), []);
});
