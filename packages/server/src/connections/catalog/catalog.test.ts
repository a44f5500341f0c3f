import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { offices } from './offices.ts';
import { payments } from './payments.ts';
import { withoutDriver } from './without-driver.ts';

const connectors = [...offices, ...payments];

test('connectors without a driver have ids of their own and schemas that can be checked', () => {
  assert.equal(new Set(connectors.map(({ id }) => id)).size, connectors.length);
  const ajv = new Ajv2020({ strict: false });
  for (const { id, config_schema, auth_schema } of connectors)
    for (const schema of [config_schema, auth_schema]) assert.ok(ajv.validateSchema(schema as object), id);
});

test('every credential of theirs is a secret or a name', () => {
  for (const { id, auth_schema } of connectors) {
    const members = Object.entries((auth_schema as { properties: Record<string, any> }).properties);
    const open = members.filter(([name, one]) => !one.writeOnly && /secret|password|token|key$/.test(name));
    assert.deepEqual(open, [], id);
  }
});

test('one without a browser session says so', () => {
  assert.equal(withoutDriver('x', 'X', 'Y', 'z', '', { config: {}, auth: {} }).browser_session, null);
});
