import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gateSlug } from './define-checks.ts';
import { defineConnection } from './define-sources.ts';
import { defineTrigger } from './define-starts.ts';

test('a connection is written without its secrets, which are named', async () => {
  const one = {
    name: 'API',
    connector_type: 'custom_api',
    config: {},
    auth_config: { type: 'bearer', token: '********' },
  };
  const definition = await defineConnection({ connections: { get: async () => one } } as never, { id: 'c' } as never);
  assert.deepEqual([definition.auth, definition.secrets], [{ type: 'bearer' }, ['token']]);
  assert.doesNotMatch(JSON.stringify(definition), /\*\*\*/);
});

test('a trigger names agents and connections by their files, and leaves its secret out', () => {
  const trigger = {
    name: 'T',
    kind: 'http',
    agent_id: 'a',
    agent_version_id: null,
    source_agent_id: null,
    connection_id: 'c',
  };
  const verify = { kind: 'hmac', header: 'x', prefix: '', secret: 'canary' };
  const names = new Map([
    ['a', 'agent:reader'],
    ['c', 'connection:store'],
  ]);
  const definition = defineTrigger({ ...trigger, verify } as never, names as never);
  assert.deepEqual(
    [definition.agent, definition.connection, definition.version],
    ['agent:reader', 'connection:store', null],
  );
  assert.doesNotMatch(JSON.stringify(definition), /canary/);
});

test('a gate is filed under what it guards', () => {
  assert.equal(gateSlug('agent:read-invoice'), 'agent-read-invoice');
});
