import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AppError } from '#platform/errors.ts';
import { type AgentEngine, copyName, isLeftOut, readInputDefinitions } from './model.ts';

const engine = (rules: Partial<AgentEngine> = {}): AgentEngine => ({
  id: 'E',
  name: 'Engine',
  inputs: [],
  fixedInputs: false,
  supportsMemory: false,
  defaultConfig: {},
  needsConfig: false,
  configWarnings: () => [],
  ...rules,
});
const text = { key: 'text', data_type: 'text/plain', description: '' };

test('definitions are kept as sent; what may be null or missing is filled in or dropped', () => {
  const read = readInputDefinitions([{ key: 'a', data_type: '*/*', example: null, required: null }], engine());
  assert.deepEqual(read, [{ key: 'a', data_type: '*/*', description: '' }]);
  assert.deepEqual(readInputDefinitions([text], engine()), [text]);
});

test('keys that could never be supplied, repeated keys and wrong media types are refused', () => {
  const fixed = engine({ fixedInputs: true, inputs: [text] });
  assert.doesNotThrow(() => readInputDefinitions([text], fixed));
  for (const [definitions, rules] of [
    [[{ ...text, key: '1a' }], engine()],
    [[{ ...text, key: 'a-b' }], engine()],
    [[{ ...text, key: 'metadata' }], engine()],
    [[{ ...text, key: '__proto__' }], engine()],
    [[text, text], engine()],
    [[{ ...text, data_type: 'text' }], engine()],
    [[{ ...text, key: 'other' }], fixed],
  ] as const)
    assert.throws(
      () => readInputDefinitions([...definitions], rules),
      (error) => error instanceof AppError && error.options.fields?.input_definitions !== undefined,
      JSON.stringify(definitions),
    );
});

test('null is left out; an empty value is left out only where the engine could not work with it', () => {
  const needs = engine({ needsConfig: true });
  const fixed = engine({ fixedInputs: true });
  for (const [value, rules, left] of [
    [undefined, engine(), true],
    [null, engine(), true],
    [{}, engine(), false],
    [[], engine(), false],
    [{}, needs, true],
    [{ a: 1 }, needs, false],
    [[], fixed, true],
    [{}, fixed, false],
  ] as const)
    assert.equal(isLeftOut(value, rules), left, JSON.stringify(value));
});

test('the name of a copy stays within the limit and splits no character', () => {
  assert.equal(copyName('A'), 'A (copy)');
  const long = copyName('😀'.repeat(200));
  assert.equal([...long].length, 200);
  assert.ok(long.isWellFormed());
});
