import assert from 'node:assert/strict';
import { test } from 'node:test';
import { agentAnswer, tagAnswer, versionAnswer } from './answers.ts';
import type { AgentEngines } from './model.ts';
import type { AgentRow } from './store.ts';
import type { VersionRow } from './versions-store.ts';

const at = new Date('2026-01-05T09:00:00Z');
const agent = {
  id: 'a',
  name: 'Reader',
  org_id: 'org',
  engine_class_id: 'E',
  created_at: at,
  updated_at: at,
  most_recent_job: null,
  tags: [{ id: 't', name: 'red', color: 'red', created_at: at.toISOString(), creator: null, usage_count: 2 }],
  creator_id: null,
  engine_config: { url: 'x' },
  input_definitions: [],
} as unknown as AgentRow;
const version = {
  id: 'v',
  version_name: 'first',
  created_at: at,
  creator_id: 7,
  creator_email: 'ann@example.com',
  creator_first_name: 'Ann',
  creator_last_name: 'Lee',
  engine_config: { url: 'y' },
  input_definitions: [],
} as unknown as VersionRow;
const engine = {
  id: 'E',
  name: 'Engine',
  supportsMemory: true,
  configWarnings: (config: { url: string }) => [`about ${config.url}`],
};
const engines = { find: (id: string) => (id === 'E' ? engine : undefined) } as unknown as AgentEngines;

test('an agent shows the warnings of its current version, its tags, and no creator when there is none', () => {
  const answer = agentAnswer(agent, engines);
  assert.deepEqual([answer.config_warnings, answer.engine_name, answer.creator], [['about x'], 'Engine', null]);
  assert.deepEqual([answer.tags[0]?.name, answer.tags[0]?.created_at], ['red', at.toISOString()]);
});

test('a version shows its own warnings and its agent; supports_eval only where it is asked for', () => {
  const answer = versionAnswer(version, agent, engines);
  assert.deepEqual([answer.config_warnings, answer.base_agent.config_warnings], [['about y'], ['about x']]);
  assert.deepEqual([answer.creator?.display_name, answer.supports_memory], ['Ann Lee', true]);
  assert.ok(!('supports_eval' in answer));
  assert.equal(versionAnswer(version, agent, engines, { withEval: true }).supports_eval, false);
});

test('an engine that is no longer installed is named by its id, and a warning says so', () => {
  const answer = agentAnswer({ ...agent, engine_class_id: 'Gone' }, engines);
  assert.equal(answer.engine_name, 'Gone');
  assert.match(answer.config_warnings[0]!, /Gone/);
  assert.equal(versionAnswer(version, { ...agent, engine_class_id: 'Gone' }, engines).supports_memory, false);
});

test('a tag is shown with its use', () => {
  assert.equal(
    tagAnswer({ id: 't', name: 'n', color: 'red', created_at: at, creator: null, usage_count: 3 } as never).usage_count,
    3,
  );
});
