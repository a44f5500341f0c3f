import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { defineEngine } from '#engines/engine/engine.ts';
import { startHarness, stopAtEnd } from '../../test/harness.ts';
import { createAgent } from '../../test/runs.ts';

const engine = defineEngine<object>({
  id: 'SkilledEngine',
  name: 'Skilled',
  description: '',
  inputs: [],
  configSchema: Type.Object({ skill_set_id: Type.Optional(Type.String()) }),
  run: async () => ({ outputs: [] }),
});

const harness = stopAtEnd(await startHarness({ engines: [engine] }));
const org = await harness.org();
const other = await harness.org({ name: 'Other' });

const create = async (name = 'Disputes', description?: string) => {
  return org.expect(201, 'POST', '/v1/skills/', { name, ...(description && { description }) });
};
const file = (relative_path: string, content = '') => ({ relative_path, content });
const addVersion = (id: string, body: object, as = org) => as.request('POST', `/v1/skills/${id}/versions/`, body);
const getVersion = async (id: string) => (await org.request('GET', `/v1/skills/versions/${id}/`)).body;
const audits = async (targetId: string): Promise<string[]> =>
  (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${targetId}`)).body.results
    .map((entry: { action: string }) => entry.action)
    .reverse();

describe('a skill set', () => {
  test('begins with the base files as version 0, which is current', async () => {
    const set = await create('Disputes', 'How we decide.');
    assert.deepEqual(Object.keys(set), [
      'id',
      'name',
      'description',
      'organization_id',
      'knowledge_base_key_id',
      'current_version_id',
      'created_at',
      'updated_at',
    ]);
    const version = await getVersion(set.current_version_id);
    assert.deepEqual(Object.keys(version), [
      'id',
      'version_name',
      'created_at',
      'updated_at',
      'skill_set',
      'created_by',
      'base_version_id',
      'summary',
      'file_changes',
      'files',
    ]);
    assert.equal(version.version_name, 'version 0');
    assert.deepEqual(version.skill_set, set);
    assert.deepEqual(Object.keys(version.created_by), ['id', 'email', 'display_name']);
    assert.match(version.files[0].content, /^---\nname: Disputes\ndescription: How we decide\.\n---\n/);
    assert.deepEqual(await getVersion(set.id), version, 'the id of a set means its current version');
    assert.deepEqual((await org.request('GET', `/v1/skills/${set.id}/`)).body, set);
    assert.deepEqual(await audits(set.id), ['skill_set.created']);
  });

  test('is found by part of its name or description, whatever signs it has', async () => {
    const odd = `<script>100%_${Date.now()}</script>`;
    const set = await create(odd, 'fish & chips');
    const find = async (search: string) =>
      (await org.request('GET', `/v1/skills/?search=${encodeURIComponent(search)}&ordering=name`)).body.results.map(
        (one: { id: string }) => one.id,
      );
    assert.deepEqual(await find(odd.toUpperCase()), [set.id]);
    assert.deepEqual(await find('FISH &'), [set.id]);
    assert.deepEqual(await find('100%%'), []);
    assert.equal((await org.request('GET', '/v1/skills/?ordering=size')).status, 400);
  });

  test('can be renamed; an empty description clears it, a missing one keeps it', async () => {
    const { id } = await create('Old', 'd');
    const patch = (body: unknown) => org.request('PATCH', `/v1/skills/${id}/`, body);
    assert.deepEqual((await patch({ name: 'New' })).body.description, 'd');
    assert.equal((await patch({ description: null })).body.description, '');
    assert.deepEqual((await patch({ name: ' ' })).body, { name: ['May not be blank.'] });
    assert.deepEqual(await audits(id), ['skill_set.created', 'skill_set.updated', 'skill_set.updated']);
  });

  test('with a bad name is a field map', async () => {
    for (const body of [{}, { name: '' }, { name: 5 }, { name: 'x'.repeat(256) }]) {
      const answer = await org.expect(400, 'POST', '/v1/skills/', body);
      assert.deepEqual(Object.keys(answer), ['name']);
    }
  });

  test('of another organization does not exist', async () => {
    const { id, current_version_id: versionId } = await create();
    for (const path of [`/v1/skills/${id}/`, `/v1/skills/${id}/versions/`, `/v1/skills/versions/${versionId}/`])
      assert.equal((await other.request('GET', path)).status, 404, path);
    assert.equal((await addVersion(id, { files: [file('a.md')] }, other)).status, 404);
    assert.equal((await other.request('DELETE', `/v1/skills/${id}/`)).status, 404);
    assert.deepEqual((await other.request('GET', '/v1/skills/')).body.results, []);
  });

  test('that agents use is not deleted: their versions are named, and a copy counts too', async () => {
    const { id } = await create();
    const agent = await createAgent(org, 'SkilledEngine', { config: { skill_set_id: id.toUpperCase() } });
    const copy = (await org.request('POST', `/v1/agents/${agent.id}/duplicate/`)).body.base_agent.id;
    const { body: dependents } = await org.request('GET', `/v1/skills/${id}/agents/`);
    assert.deepEqual(
      dependents.map((one: { base_agent_id: string }) => one.base_agent_id).sort(),
      [agent.id, copy].sort(),
    );
    const refused = await org.expect(409, 'DELETE', `/v1/skills/${id}/`);
    assert.deepEqual(refused.dependent_agents, dependents);
    for (const one of [agent.id, copy]) await org.request('DELETE', `/v1/agents/${one}/`);
    assert.equal((await org.request('DELETE', `/v1/skills/${id}/`)).status, 204);
    for (const bad of [id, other.orgId, 'x', 5]) {
      const body = { name: 'a', engine_class_id: 'SkilledEngine', engine_config: { skill_set_id: bad } };
      const answer = await org.expect(400, 'POST', '/v1/agents/', body);
      assert.match(answer.engine_config[0], /skill_set_id/);
    }
  });

  test('is deleted with its versions', async () => {
    const { id, current_version_id: versionId } = await create();
    assert.equal((await org.request('DELETE', `/v1/skills/${id}/`)).status, 204);
    assert.equal((await org.request('DELETE', `/v1/skills/${id}/`)).status, 404);
    assert.equal((await org.request('GET', `/v1/skills/versions/${versionId}/`)).status, 404);
    assert.deepEqual(await audits(id), ['skill_set.created', 'skill_set.deleted']);
  });
});

describe('a version', () => {
  test('has the complete files, becomes current and is listed first', async () => {
    const set = await create();
    const files = [file('SKILL.md', 'Read rules/a.md.\n'), file('rules/a.md', '1\n2\n')];
    const created = await addVersion(set.id, {
      files,
      base_version_id: set.current_version_id.toUpperCase(),
      summary: 'Rules.',
    });
    assert.equal(created.status, 201, created.text);
    assert.deepEqual(Object.keys(created.body), ['id', 'version_name', 'summary', 'file_changes', 'files']);
    assert.equal(created.body.version_name, 'version 1');
    const [edited, added] = created.body.file_changes;
    assert.deepEqual([edited.path, edited.status], ['SKILL.md', 'edited']);
    assert.deepEqual(added, { path: 'rules/a.md', status: 'created', added_lines: 2, removed_lines: 0 });
    const { results } = (await org.request('GET', `/v1/skills/${set.id}/versions/?page_size=1`)).body;
    assert.deepEqual([results[0].id, results[0].files], [created.body.id, files]);
    assert.equal(results[0].base_version_id, set.current_version_id);
    assert.equal((await getVersion(set.id)).id, created.body.id);
    assert.deepEqual(await audits(created.body.id), ['skill_version.created']);
  });

  test('keeps what its maker says of the changes', async () => {
    const set = await create();
    const file_changes = [
      { path: 'a.md', status: 'created', note: 'from the audit', added_lines: 1, removed_lines: 0 },
    ];
    const created = await addVersion(set.id, { files: [file('a.md', 'x')], version_name: 'audited', file_changes });
    assert.deepEqual(created.body.file_changes, file_changes);
    const strange = await addVersion(set.id, {
      files: [file('a.md')],
      file_changes: [{ path: 'b.md', status: 'edited' }],
    });
    assert.deepEqual(strange.body, { file_changes: ["'b.md' is not a file of this version."] });
  });

  test('with files that cannot be used is a field map, and nothing of it is stored', async () => {
    const set = await create();
    const bad: [object, string][] = [
      [{}, 'files'],
      [{ files: [] }, 'files'],
      [{ files: 'a' }, 'files'],
      [{ files: [{ relative_path: 'a.md' }] }, 'files'],
      [{ files: [file('')] }, 'files'],
      [{ files: [file('a.md'), file('../b.md')] }, 'files'],
      [{ files: [file('a.md', '@include b.md'), file('b.md', '@include a.md')] }, 'files'],
      [{ files: Array.from({ length: 10_000 }, (_, index) => file(`${index}.md`)) }, 'files'],
      [{ files: [file('a.md', 'x'.repeat(1024 * 1024 + 1))] }, 'files'],
      [{ files: [file('a.md')], base_version_id: set.id }, 'base_version_id'],
      [{ files: [file('a.md')], version_name: ' ' }, 'version_name'],
    ];
    for (const [body, field] of bad) {
      const answer = await addVersion(set.id, body);
      assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 100));
      assert.match(Object.keys(answer.body)[0]!, new RegExp(`^${field}`), answer.text);
      assert.ok(answer.text.length < 5_000);
    }
    assert.equal((await org.request('GET', `/v1/skills/${set.id}/versions/`)).body.count, 1);
    assert.deepEqual((await org.request('GET', `/v1/skills/${set.id}/`)).body, set);
  });

  test('that two people make at once: the second is told that the first was there', async () => {
    const set = await create();
    const write = (content: string) =>
      addVersion(set.id, { files: [file('a.md', content)], expected_current: set.current_version_id });
    const answers = await Promise.all([write('one'), write('two')]);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    const refused = answers.find(({ status }) => status === 409)!;
    assert.match(refused.body.error, /Another version has become current/);
    assert.equal((await org.request('GET', `/v1/skills/${set.id}/versions/`)).body.count, 2);
  });

  test('is promoted and rolled back; a decision that rests on another one is refused', async () => {
    const set = await create();
    const second = (await addVersion(set.id, { files: [file('a.md')] })).body.id;
    const promote = (versionId: string, body?: object) =>
      org.request('PATCH', `/v1/skills/${set.id}/set-current-version/${versionId}/`, body);
    assert.equal((await promote(set.current_version_id)).body.current_version_id, set.current_version_id);
    assert.equal((await promote(second, { expected_current: second })).status, 409);
    assert.equal((await promote(second, { expected_current: set.current_version_id })).status, 200);
    const foreign = await create();
    assert.equal((await promote(foreign.current_version_id)).status, 404);
    assert.deepEqual((await audits(set.id)).slice(1), ['skill_set.version_promoted', 'skill_set.version_promoted']);
  });

  test('differs from another by files and lines', async () => {
    const set = await create();
    const one = (await addVersion(set.id, { files: [file('a.md', '1\n2\n'), file('b.md')] })).body.id;
    const two = (await addVersion(set.id, { files: [file('a.md', '1\n3\n')] })).body.id;
    const { body } = await org.request('GET', `/v1/skills/${set.id}/versions/${one}/diff/${two}/`);
    assert.deepEqual([body.from.id, body.to.version_name], [one, 'version 2']);
    assert.deepEqual(body.files, [
      { path: 'a.md', status: 'changed', added_lines: 1, removed_lines: 1, patch: '@@ -1,2 +1,2 @@\n 1\n-2\n+3\n' },
      { path: 'b.md', status: 'removed', added_lines: 0, removed_lines: 0, patch: '' },
    ]);
  });
});
