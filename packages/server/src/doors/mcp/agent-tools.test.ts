import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inputSchema, nameTools, toolName } from './agent-tools.ts';

const agent = (id: string, name: string) => ({ id, name, created_at: '2026-01-01T00:00:00Z' });

test('names of tools are what every client takes, and never those of our own tools', () => {
  assert.deepEqual(['Read invoice', 'Ärger & Co.', '  ', 'errand run sql', 'x'.repeat(200)].map(toolName), [
    'read_invoice',
    'arger_co',
    'agent_',
    'agent_errand_run_sql',
    'x'.repeat(56),
  ]);
});

test('agents of the same name are different tools, and an older one keeps its name', () => {
  const tools = nameTools([agent('1-00000001', 'Twin'), agent('2-00000002', 'twin')]);
  assert.deepEqual(
    [...tools].map(([name, { id }]) => [name, id]),
    [
      ['twin', '1-00000001'],
      ['twin_00000002', '2-00000002'],
    ],
  );
});

test('required inputs are required, and files are ids or URLs', () => {
  const schema = inputSchema([
    { key: 'text', data_type: 'text/plain', description: 'What to read.' },
    { key: 'files', data_type: 'application/pdf', description: '', required: false, accepts_multiple_files: true },
  ]);
  assert.deepEqual(schema.required, ['text']);
  assert.deepEqual(schema.properties!.text, { type: 'string', description: 'What to read.' });
  assert.equal((schema.properties!.files as { anyOf: unknown[] }).anyOf.length, 2);
  assert.equal(inputSchema([]).required, undefined);
});
