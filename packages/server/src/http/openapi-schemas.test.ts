import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Agent, AgentVersion } from '@errand/contract/agents.ts';
import { Type } from 'typebox';
import { withReferences } from './openapi-schemas.ts';

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
