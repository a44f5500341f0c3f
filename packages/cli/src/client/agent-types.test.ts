import assert from 'node:assert/strict';
import { stripTypeScriptTypes } from 'node:module';
import { test } from 'node:test';
import { writeAgentTypes } from './agent-types.ts';

const unknown = { engine: 'HttpEngine', config: {}, verdicts: [] };
const input = { key: 'text', data_type: 'text/plain', description: '' };

test('agents of any names become valid TypeScript, each under a key of its own', async () => {
  const agents = [
    { ...unknown, id: '1', name: 'Read invoice', inputs: [input] },
    { ...unknown, id: '2', name: 'read INVOICE!', inputs: [] },
    { ...unknown, id: '3', name: '2nd look', inputs: [] },
    { ...unknown, id: '4', name: '🦀', inputs: [] },
  ];
  const source = writeAgentTypes(agents);
  const { agents: ids } = await import(`data:text/javascript,${encodeURIComponent(stripTypeScriptTypes(source))}`);
  assert.deepEqual(ids, { readInvoice: '1', readInvoice2: '2', '2ndLook': '3', agent: '4' });
});

test('optional inputs are optional, files may be several, and descriptions cannot end their comment', () => {
  const source = writeAgentTypes([
    {
      ...unknown,
      engine: 'TemplateEngine',
      config: { template: 'x' },
      id: '1',
      name: 'a',
      inputs: [
        { ...input, required: false, description: 'ends */ here\nnot' },
        { key: 'doc', data_type: 'application/pdf', description: '', accepts_multiple_files: true },
      ],
    },
  ]);
  assert.match(source, /\/\*\* ends \* \/ here not \*\/\n {6}text\?: string;/);
  assert.match(source, /doc: FileInput \| FileInput\[\];/);
  assert.match(source, /import type \{ FileInput \} from '@errand\/sdk';/);
  assert.match(source, /id: "1";/);
  assert.match(source, /output: string;/);
});
