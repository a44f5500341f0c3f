import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pluck, startHarness, stopAtEnd } from '../../test/harness.ts';
import {
  addVersion,
  contentWith,
  createPolicy,
  createPolicyEngine,
  promote,
  rule,
} from '../../test/policies/fixtures.ts';

const harness = stopAtEnd(
  await startHarness({ engines: [createPolicyEngine(), createPolicyEngine('MaybeEngine', 'optional')] }),
);
const org = await harness.org();

const getVersion = async (id: string) => (await org.request('GET', `/v1/policies/versions/${id}/`)).body;
const rulesOf = (version: any) => version.content.guidelines.categories.flatMap((category: any) => category.rules);
const audits = async (targetId: string): Promise<string[]> =>
  (await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${targetId}`)).body.results
    .map((entry: any) => entry.action)
    .reverse();

describe('a policy', () => {
  test('is created with a first version, which is current, and shows no content itself', async () => {
    const answer = await org.expect(201, 'POST', '/v1/policies/', {
      name: 'Shop',
      description: 'What may be sold.',
      content: contentWith('A'),
      organization_id: 'ignored',
    });
    assert.deepEqual(Object.keys(answer), [
      'id',
      'name',
      'description',
      'organization_id',
      'current_version_id',
      'created_at',
      'updated_at',
    ]);
    assert.deepEqual((await org.request('GET', `/policies/${answer.id}/`)).body, answer);
    const version = await getVersion(answer.current_version_id);
    assert.equal(version.version_name, 'version 1');
    assert.deepEqual(version.policy, answer);
    assert.equal(version.base_version_id, null);
    assert.deepEqual(Object.keys(version.created_by), ['id', 'email', 'display_name']);
    assert.deepEqual(await getVersion(answer.id), version, 'the id of a policy means its current version');
    assert.deepEqual(await audits(answer.id), ['policy.created']);
  });

  test('that uses what nobody reads says so when it is created and whenever it is read', async () => {
    const { id } = await createPolicy(org);
    const content = { guideline: { categories: [] }, dispositions: { classifications: [{ name: 'approved' }] } };
    const created = await org.expect(201, 'POST', `/v1/policies/${id}/versions/`, { content });
    const [unknown, missing] = created.content_warnings;
    assert.match(unknown, /no section 'guideline'.*Did you mean 'guidelines'\?/);
    assert.match(missing, /no rules/);
    const read = await getVersion(created.id);
    assert.deepEqual(read.content_warnings, created.content_warnings);
    assert.deepEqual(read.content, content, 'the content is kept as it was sent');
    const { body: list } = await org.request('GET', `/v1/policies/${id}/versions/`);
    assert.deepEqual(
      list.results.map((one: { content_warnings: string[] }) => one.content_warnings.length),
      [2, 0],
    );
  });

  test('can be renamed; an empty description clears it, a missing one keeps it', async () => {
    const { id } = await createPolicy(org);
    const put = (body: unknown, method = 'PUT') => org.request(method, `/v1/policies/${id}/`, body);
    assert.equal((await put({ name: 'New', description: 'd' })).body.description, 'd');
    assert.deepEqual((await put({ name: 'Newer' })).body.description, 'd');
    assert.equal((await put({ name: 'Newer', description: '' })).body.description, '');
    assert.equal((await put({ description: 'x' }, 'PATCH')).body.name, 'Newer');
    assert.equal((await put({ description: null }, 'PATCH')).body.description, '');
    assert.deepEqual((await put({})).body, { name: ['This field is required.'] });
    assert.deepEqual((await put({ name: ' ' })).body, { name: ['May not be blank.'] });
    assert.deepEqual((await put({ name: 'x'.repeat(256) }, 'PATCH')).body, {
      name: ['May have at most 255 characters.'],
    });
  });

  test('is listed by page, search and order, never with those of others or deleted ones', async () => {
    const own = await harness.org();
    const other = await harness.org();
    for (const name of ['Beta 50%', 'alpha', 'Gamma']) await createPolicy(own, {}, name);
    await createPolicy(other, {}, 'alpha of others');
    const gone = await createPolicy(own, {}, 'gone');
    assert.equal((await own.request('DELETE', `/v1/policies/${gone.id}/`)).status, 204);
    const names = async (query: string) =>
      (await own.request('GET', `/v1/policies/?${query}`)).body.results.map((policy: any) => policy.name);
    assert.deepEqual(await names('ordering=name'), ['alpha', 'Beta 50%', 'Gamma']);
    assert.deepEqual(await names(''), ['Gamma', 'alpha', 'Beta 50%']);
    assert.deepEqual(await names('search=0%25'), ['Beta 50%']);
    assert.deepEqual(await names('search=ALPHA'), ['alpha']);
    const page = (await own.request('GET', '/v1/policies/?ordering=-name&page_size=2&page=2')).body;
    assert.deepEqual([page.count, page.next, page.results.length], [3, null, 1]);
    assert.match(page.previous, /ordering=-name.*page=1/);
    assert.equal((await own.request('GET', '/v1/policies/?page=3&page_size=2')).status, 404);
    assert.deepEqual(Object.keys((await own.request('GET', '/v1/policies/?ordering=id')).body), ['ordering']);
  });
});

describe('a version', () => {
  test('becomes current when it is created, and going back is the same operation as going on', async () => {
    const policy = await createPolicy(org);
    const second = await addVersion(org, policy.id, { content: contentWith('B') });
    assert.deepEqual(Object.keys(second), ['id', 'version_name', 'content', 'content_warnings']);
    assert.equal(second.version_name, 'version 2');
    const current = async () => (await org.request('GET', `/v1/policies/${policy.id}/`)).body.current_version_id;
    assert.equal(await current(), second.id);
    await promote(org, policy.id, policy.versionId);
    assert.equal(await current(), policy.versionId);
    const alias = await org.request('PATCH', `/policies/${policy.id}/set-current-version/${second.id}`);
    assert.deepEqual([alias.status, alias.body.current_version_id], [200, second.id]);
    await promote(org, policy.id, second.id);
    assert.deepEqual(await audits(policy.id), ['policy.created', 'policy.version_promoted', 'policy.version_promoted']);
    const list = (await org.request('GET', `/v1/policies/${policy.id}/versions/`)).body;
    assert.deepEqual(pluck(list.results, 'id'), [second.id, policy.versionId]);
    const waiting = await addVersion(org, policy.id, { content: contentWith('C'), make_current: false });
    assert.equal(await current(), second.id, 'a version may wait to be promoted');
    await promote(org, policy.id, waiting.id);
    assert.equal(await current(), waiting.id);
  });

  test('is promoted with a reason for the audit log, and only from what the caller believes to be current', async () => {
    const policy = await createPolicy(org);
    const second = await addVersion(org, policy.id, { content: contentWith('B') });
    const path = `/v1/policies/${policy.id}/set-current-version/${policy.versionId}/`;
    const stale = await org.request('PATCH', path, { expected_current: policy.versionId.replace(/.$/, '0') });
    assert.deepEqual([stale.status, Object.keys(stale.body)], [409, ['error', 'code']]);
    const body = { reason: 'Too many complaints.', expected_current: second.id.toUpperCase() };
    assert.equal((await org.request('PATCH', path, body)).body.current_version_id, policy.versionId);
    const audit = await org.request('GET', `/v1/organizations/${org.orgId}/audit/?target_id=${policy.id}`);
    assert.deepEqual(audit.body.results[0].detail, {
      from: second.id,
      to: policy.versionId,
      reason: 'Too many complaints.',
    });
    const long = await org.request('PATCH', path, { reason: 'x'.repeat(1_001) });
    assert.deepEqual([long.status, Object.keys(long.body)], [400, ['reason']]);
  });

  test('of another policy is not found, and cannot be the base', async () => {
    const [one, other] = [await createPolicy(org), await createPolicy(org)];
    const promoted = await org.request('PATCH', `/v1/policies/${one.id}/set-current-version/${other.versionId}/`);
    assert.deepEqual([promoted.status, Object.keys(promoted.body)], [404, ['detail', 'code']]);
    const derived = await org.request('POST', `/v1/policies/${one.id}/versions/`, {
      content: {},
      base_version_id: other.versionId,
    });
    assert.deepEqual([derived.status, Object.keys(derived.body)], [400, ['base_version_id']]);
  });

  test('has ids of its own on categories, rules and sub-rules; a derived one keeps those whose titles are the same', async () => {
    const content = (rules: unknown[]) => ({ guidelines: { categories: [{ id: 'mine', title: 'C', rules }] } });
    const given = content([
      rule('Kept', { id: 'mine', sub_rules: [{ id: 7, title: 'S' }], extra: { kept: true } }),
      rule('Twice'),
      rule('Twice', { description: 'second' }),
      rule('Gone'),
    ]);
    const policy = await createPolicy(org, given);
    const first = await getVersion(policy.versionId);
    const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
    const [kept, one, two] = rulesOf(first);
    for (const item of [first.content.guidelines.categories[0], kept, kept.sub_rules[0], one, two])
      assert.match(item.id, uuid);
    assert.deepEqual(kept.extra, { kept: true });
    const next = content([rule('New'), rule('Twice'), rule('Kept', { sub_rules: [{ title: 'S' }] }), rule('Twice')]);
    const derived = await addVersion(org, policy.id, { content: next, base_version_id: policy.versionId });
    const [added, sameOne, sameKept, sameTwo] = rulesOf(derived);
    assert.deepEqual(
      [sameKept.id, sameKept.sub_rules[0].id, sameOne.id, sameTwo.id],
      [kept.id, kept.sub_rules[0].id, one.id, two.id],
    );
    assert.ok(!rulesOf(first).some((before: any) => before.id === added.id));
    const alone = await addVersion(org, policy.id, { content: derived.content });
    assert.notEqual(rulesOf(alone)[2].id, kept.id, 'without a base, sent ids mean nothing');
    assert.deepEqual(await getVersion(policy.versionId), { ...first, policy: (await getVersion(policy.id)).policy });
  });

  test('is compared with another one: rules, instructions, classifications, summary', async () => {
    const policy = await createPolicy(org, {
      ...contentWith('Same', 'Changed', 'Gone'),
      instructions: 'old',
      summary_template: { template: '{{verdict}}' },
    });
    const next = await addVersion(org, policy.id, {
      base_version_id: policy.versionId,
      content: {
        guidelines: {
          categories: [
            {
              title: 'Category',
              rules: [
                rule('New', { flag: 'GREEN_FLAG' }),
                rule('Same', { flag: 'RED_FLAG' }),
                rule('Changed', { flag: 'RED_FLAG', description: 'now with words' }),
              ],
            },
          ],
        },
        instructions: 'new',
        dispositions: { classifications: [{ name: 'approved', description: 'fine' }, { name: 'escalate' }] },
        summary_template: { template: '{{verdict}}' },
      },
    });
    const path = (a: string, b: string) => `/v1/policies/${policy.id}/versions/${a}/diff/${b}/`;
    const diff = (await org.request('GET', path(policy.versionId, next.id))).body;
    const titles = (list: any[]) => list.map((item) => item.title ?? item.name);
    assert.deepEqual([titles(diff.rules.added), titles(diff.rules.removed)], [['New'], ['Gone']]);
    assert.deepEqual(
      diff.rules.changed.map((change: any) => [change.title, change.from.description, change.to.description]),
      [['Changed', '', 'now with words']],
    );
    assert.deepEqual(diff.instructions, { from: 'old', to: 'new' });
    assert.deepEqual(
      [diff.classifications.added, diff.classifications.removed, diff.classifications.changed].map(titles),
      [['escalate'], ['rejected'], ['approved']],
    );
    assert.equal(diff.summary_template, null);
    const none = (await org.request('GET', path(next.id, next.id))).body;
    assert.deepEqual([none.rules, none.instructions], [{ added: [], removed: [], changed: [] }, null]);
  });

  test('created by many at once: all are kept, numbered without gaps, and the newest is current', async () => {
    const policy = await createPolicy(org);
    const made = await Promise.all(Array.from({ length: 8 }, () => addVersion(org, policy.id, { content: {} })));
    const list = (await org.request('GET', `/v1/policies/${policy.id}/versions/`)).body.results;
    assert.deepEqual(
      list.map((version: any) => version.version_name),
      Array.from({ length: 9 }, (_, index) => `version ${9 - index}`),
    );
    const { current_version_id: current } = (await org.request('GET', `/v1/policies/${policy.id}/`)).body;
    assert.equal(
      current,
      made
        .map(({ id }) => id)
        .sort()
        .at(-1),
    );
    assert.equal(current, list[0].id);
  });
});

describe('agents and their policy', () => {
  const create = (config: Record<string, unknown> | undefined, engine = 'PolicyEngine') =>
    org.request('POST', '/v1/agents/', {
      name: 'A',
      engine_class_id: engine,
      ...(config && { engine_config: config }),
    });

  test('a policy that is missing, malformed, unknown or of another organization is a 400 on engine_config', async () => {
    const foreign = await createPolicy(await harness.org());
    const bad = [
      undefined,
      {},
      { policy_version_id: '' },
      { policy_version_id: 7 },
      { policy_version_id: 'x' },
      { policy_version_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d' },
      { policy_version_id: foreign.id },
      { policy_version_id: foreign.versionId },
      { policy_version_id: (await createPolicy(org)).id, policy_pin: true },
      { policy_version_id: (await createPolicy(org)).versionId, policy_pin: 'perhaps' },
    ];
    for (const config of bad) {
      const answer = await create(config);
      assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['engine_config']], JSON.stringify(config));
      if (config === undefined || !('policy_version_id' in config))
        assert.equal((await create(config, 'MaybeEngine')).status, 201, 'an optional policy may be left out');
    }
    assert.equal((await create({ policy_version_id: foreign.id }, 'TemplateEngine')).status, 201);
  });

  test('keep it from being deleted: 409 names every version that uses it, also old ones and copies', async () => {
    const policy = await createPolicy(org);
    const agent = (await create({ policy_version_id: policy.versionId.toUpperCase() })).body;
    const second = await org.expect(201, 'POST', `/v1/agents/${agent.id}/versions/`, { version_name: 'second' });
    const copy = await org.request('POST', `/v1/agents/${agent.id}/duplicate/`);
    const remove = () => org.request('DELETE', `/v1/policies/${policy.id}/`);
    const refused = await remove();
    assert.equal(refused.status, 409);
    assert.deepEqual(Object.keys(refused.body), ['error', 'code', 'dependent_agents']);
    const agents = await org.request('GET', `/v1/policies/${policy.id}/agents/`);
    assert.deepEqual(agents.body, refused.body.dependent_agents);
    assert.deepEqual(
      new Set(refused.body.dependent_agents.map((one: any) => one.version_id)),
      new Set([agent.current_version_id, second.id, copy.body.id]),
    );
    assert.deepEqual(Object.keys(refused.body.dependent_agents[0]), [
      'base_agent_id',
      'agent_name',
      'version_id',
      'version_name',
    ]);
    await org.request('DELETE', `/v1/agents/${copy.body.base_agent.id}/`);
    await org.request('DELETE', `/v1/agents/${agent.id}/versions/${agent.current_version_id}/`);
    assert.equal((await remove()).body.dependent_agents.length, 1);
    await org.request('DELETE', `/v1/agents/${agent.id}/`);
    assert.equal((await remove()).status, 204);
    assert.equal((await org.request('GET', `/v1/policies/versions/${policy.versionId}/`)).status, 404);
    assert.deepEqual((await audits(policy.id)).at(-1), 'policy.deleted');
  });

  test('racing with its deletion: an agent refers to a policy that is there, or neither is made', async () => {
    for (let round = 0; round < 8; round += 1) {
      const policy = await createPolicy(org, {});
      const [removed, created] = await Promise.all([
        org.request('DELETE', `/v1/policies/${policy.id}/`),
        create({ policy_version_id: policy.id }),
      ]);
      const exists = (await org.request('GET', `/v1/policies/${policy.id}/`)).status === 200;
      assert.deepEqual(
        [removed.status, created.status],
        exists ? [409, 201] : [204, 400],
        `${removed.text} ${created.text}`,
      );
    }
  });
});
