import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type Harness, startHarness, type TestOrg } from '../../../server/test/harness.ts';
import { bridge } from './mcp-bridge.ts';

let harness: Harness;
let org: TestOrg;
before(async () => {
  harness = await startHarness({});
  org = await harness.org();
  await org.request('POST', '/v1/agents/', {
    name: 'Letter',
    engine_class_id: 'TemplateEngine',
    input_definitions: [{ key: 'name', data_type: 'text/plain', description: '' }],
    engine_config: { template: 'Dear ${name}' },
  });
});
after(() => harness.stop());

for (const mode of ['legacy', 'auto'] as const) {
  test(`a client that starts the program runs an agent (${mode})`, async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    const env = { ...process.env, ERRAND_URL: harness.baseUrl, ERRAND_API_KEY: org.apiKey } as Record<string, string>;
    const main = fileURLToPath(new URL('../main.ts', import.meta.url));
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp'], env }));
    const result = await client.callTool({ name: 'letter', arguments: { name: mode } });
    assert.deepEqual(result.content, [{ type: 'text', text: `Dear ${mode}` }]);
    await client.close();
  });
}

test('a request that the server refuses, and a line that is no message, are answered as errors', async () => {
  const lines: string[] = [];
  const ask = { jsonrpc: '2.0', id: 7, method: 'tools/list' };
  await bridge({
    url: harness.baseUrl,
    apiKey: 'errand_wrong',
    input: Readable.from([`${JSON.stringify(ask)}\n\nnonsense\n`]),
    write: (line) => lines.push(line),
  });
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ id, error }) => [id, error.code]),
    [
      [7, -32_603],
      [null, -32_700],
    ],
  );
});
