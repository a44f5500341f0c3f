import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '../engine/engine.ts';
import { useTools } from './use-tools.ts';

const context = {
  signal: new AbortController().signal,
  step: (_name: string, work: (usage: object) => Promise<unknown>) => work({}),
} as never;
const inputSchema = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };
const use = (execute: (input: unknown) => Promise<unknown>, name = 'look', input: unknown = { id: 'a' }) =>
  useTools(
    context,
    'ask',
    1,
    [{ id: 'c', name, input }] as never,
    {
      tools: [{ name: 'look', description: '', inputSchema, execute }],
    } as never,
  );
const outcome = async (...given: Parameters<typeof use>): Promise<any> => (await use(...given))[0];

test('a model is told the result, that there is no such tool, that the input does not fit, and why a tool refused', async () => {
  assert.equal((await outcome(async () => 42)).result, 42);
  assert.match((await outcome(async () => 42, 'other')).error, /tool 'other'/);
  assert.match((await outcome(async () => 42, 'look', {})).error, /does not fit/);
  const refused = async () => {
    throw new EngineFailure('No such page.');
  };
  assert.equal((await outcome(refused)).error, 'No such page.');
});

test('an error that the model must not see ends the attempt', async () => {
  const broken = async () => {
    throw new TypeError('x is not a function');
  };
  await assert.rejects(use(broken), TypeError);
});
