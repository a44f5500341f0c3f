import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Check } from 'typebox/value';
import { AgentCreateBody, AgentListQuery, AgentUpdateBody, VersionCreateBody } from './agents.ts';
import { TagCreateBody } from './tags.ts';

const agent = { name: 'Reader', engine_class_id: 'TemplateEngine' };

test('null counts as left out for configuration and inputs', () => {
  assert.ok(Check(AgentCreateBody, { ...agent, engine_config: null, input_definitions: null }));
  assert.ok(Check(VersionCreateBody, { engine_config: null, input_definitions: null, base_version_id: null }));
  assert.ok(Check(VersionCreateBody, {}));
});

test('names have at least one character and an end', () => {
  for (const name of ['', 'x'.repeat(201), 7, null])
    assert.ok(!Check(AgentCreateBody, { ...agent, name }), String(name));
  assert.ok(Check(AgentCreateBody, { ...agent, name: 'x'.repeat(200) }));
  assert.ok(Check(AgentUpdateBody, {}));
  assert.ok(!Check(TagCreateBody, { name: 'a', color: 'ultraviolet' }));
});

test('an input needs a key and a type; what clients add to it is accepted', () => {
  const input = { key: 'text', data_type: 'text/plain' };
  assert.ok(Check(AgentCreateBody, { ...agent, input_definitions: [{ ...input, required: null, own: 1 }] }));
  assert.ok(!Check(AgentCreateBody, { ...agent, input_definitions: [{ key: 'text' }] }));
});

test('lists are ordered by known members, in both directions', () => {
  for (const ordering of ['name', '-name', '-created_at']) assert.ok(Check(AgentListQuery, { ordering }), ordering);
  for (const ordering of ['size', '--name', '']) assert.ok(!Check(AgentListQuery, { ordering }), ordering);
});
