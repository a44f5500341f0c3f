import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ConfigError } from '#platform/configuration.ts';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { readMcpServers } from './servers-file.ts';

const folder = await makeFolder();
const read = (mcpServers: unknown, env: NodeJS.ProcessEnv = {}) => {
  const path = join(folder, 'mcp.json');
  writeFileSync(path, JSON.stringify({ mcpServers }));
  return readMcpServers({ ERRAND_MCP_FILE: path, ...env });
};

test('servers at an address and programs are read, with secrets of the environment in headers and variables', () => {
  const servers = read(
    {
      remote: { url: 'https://tools.example/mcp', headers: { authorization: 'Bearer ${TOKEN}' } },
      local: { command: 'tools', args: ['--all'], env: { KEY: '${TOKEN}-${TOKEN}', PLAIN: '$TOKEN' } },
    },
    { TOKEN: 't' },
  );
  assert.deepEqual(servers, [
    { name: 'remote', url: 'https://tools.example/mcp', headers: { authorization: 'Bearer t' } },
    { name: 'local', command: 'tools', args: ['--all'], env: { KEY: 't-t', PLAIN: '$TOKEN' } },
  ]);
  assert.deepEqual(readMcpServers({}), []);
});

describe('refused', () => {
  const bad: [title: string, servers: unknown][] = [
    ['a variable that is not set', { a: { url: 'https://h', headers: { x: '${NOT_SET}' } } }],
    ['a name that tools cannot carry', { 'a b': { url: 'https://h' } }],
    ['a name of 31 signs', { ['a'.repeat(31)]: { url: 'https://h' } }],
    ['neither address nor program', { a: {} }],
    ['both address and program', { a: { url: 'https://h', command: 'c' } }],
    ['an address that is none', { a: { url: 'nowhere' } }],
    ['an unknown member', { a: { url: 'https://h', header: {} } }],
  ];
  for (const [title, servers] of bad) test(title, () => assert.throws(() => read(servers), ConfigError));
});
