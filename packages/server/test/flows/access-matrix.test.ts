import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { testEngines } from '../engines.ts';
import { type Answer, request, startHarness, stopAtEnd } from '../harness.ts';
import { createWorld, fillPath, paramsOf, type World } from '../world.ts';

// Who gets what where, for every endpoint there is: generated from the route table, so that a new endpoint is checked
// from its first day. What a new path parameter needs is said in test/world.ts and in the two tables below.

type Endpoint = Operation;

/** What can be no id of its kind. */
const malformed: Record<string, string[]> = {
  default: [
    'not-an-id',
    '0',
    '01980a6e7c3f7b529d0e6f1f5a2b3c4d',
    '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d0',
    'ü',
    '%00',
    "'",
  ],
  user_id: ['x', '-1', '1.5', '99999999999', '%00'],
  file_id: ['x', 'file_', 'file_x', '%00'],
  // What can be no name of a table is a bare array: src/workspace/table-routes.test.ts.
  table_name: [],
  // What can be no name of a secret is a 400 for who sets it: secrets/routes.test.ts.
  secret_name: [],
  connector_type: ['not-a-type', '%00'],
  model: ['not-a-model', 'ü', "'"],
  // Any text may name an event.
  name: [],
};
/** Ids that are fine and name nothing. */
const unknown: World = {
  default: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
  user_id: '2147483647',
  resource_id: '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d.html',
  table_name: 'no_such_table',
  secret_name: 'NO_SUCH_SECRET',
  connector_type: 'no_such_type',
  response: 'resp_01980a6e7c3f7b529d0e6f1f5a2b3c4d',
};
/** Makes what the path names, if it is not there. */
const makes = new Set([
  'PUT /v1/secrets/:secret_name/',
  'PUT /v1/case-templates/:template_name/',
  'POST /v1/agents/jobs/:job_id/events/:name/',
]);
/** The first request makes it (201), the second finds it (200). */
const madeOnce = new Set(['POST /v1/demo/']);
/** The last parameter names a link between two things, which is there or not, and no thing of its own. */
const links = new Set(['DELETE /webhooks/:webhook_id/agents/:agent_id/']);
/** Of another organization these are 403; everything else is as if it did not exist. */
/** Kinds of things: they belong to nobody, and are the same for all. */
const ofNobody = new Set(['connector_type']);
const forbiddenWhenForeign = new Set(['agent_id', 'job_id', 'organization_id', 'table_query_id']);

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const endpoints = harness.service.app.endpoints;
const org = await harness.org();
const world = await createWorld(harness, org);
const foreign = await createWorld(harness, await harness.org({ name: 'Other' }));

const named = ({ method, path }: Endpoint): string => `${method} ${path}`;
const isOrganization = ({ scope }: Endpoint): boolean => scope === undefined || scope === 'organization';
const leastRole = ({ role, method }: Endpoint): string => role ?? (method === 'GET' ? 'viewer' : 'member');

function assertDetail(answer: Answer, status: number, what: string): void {
  assert.equal(answer.status, status, `${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
  // The door for clients of OpenAI answers in their shape.
  const shape = what.includes('/openai/v1/') && status !== 405 ? ['error'] : ['detail', 'code'];
  assert.deepEqual(Object.keys(answer.body), shape, what);
  assert.ok(answer.headers.get('x-request-id'), what);
}

/** Every endpoint with one of its parameters, and the world in which that one is another. */
function* replaced(values: (name: string) => string[]): Generator<{ endpoint: Endpoint; name: string; path: string }> {
  for (const endpoint of endpoints.filter((one) => !makes.has(named(one)))) {
    for (const name of paramsOf(endpoint.path)) {
      for (const value of values(name)) {
        const filled = fillPath(endpoint.path, { ...world, [name]: '\u0000' }).replace('%00', value);
        yield { endpoint, name, path: filled };
      }
    }
  }
}

test('every endpoint has a path that can be filled', () => {
  assert.ok(endpoints.length > 60);
  for (const { path } of endpoints) fillPath(path, world);
});

test('without a valid credential: 401 {detail} with WWW-Authenticate, before anything else is looked at', async () => {
  const credentials = [undefined, 'wrong', `errand_${'x'.repeat(40)}`, 'a.b.c'];
  for (const endpoint of endpoints.filter(({ scope }) => scope !== 'none')) {
    for (const credential of credentials) {
      const path = fillPath(endpoint.path, { ...world, ...(credential === 'wrong' && { agent_id: 'x' }) });
      const answer = await request(harness.baseUrl, credential, endpoint.method, path);
      assertDetail(answer, 401, named(endpoint));
      assert.match(answer.headers.get('www-authenticate')!, /^Bearer\b/);
    }
  }
});

describe('what a path names', () => {
  test('malformed: 404 {detail}, for every parameter', async () => {
    // A reference has a rule of its own: its id is no UUID, and a bad one is a bare array.
    const values = (name: string) => (name === 'resource_id' ? [] : (malformed[name] ?? malformed.default!));
    for (const { endpoint, path } of replaced(values)) {
      assertDetail(await org.request(endpoint.method, path), 404, `${endpoint.method} ${path}`);
    }
  });

  test('unknown: 404 {detail}; an organization that is not that of the API key: 403', async () => {
    for (const { endpoint, name, path } of replaced((param) => [unknown[param] ?? unknown.default!])) {
      const status = name === 'organization_id' ? 403 : 404;
      assertDetail(await org.request(endpoint.method, path), status, `${endpoint.method} ${path}`);
    }
  });

  test('of another organization: 403 for agents, jobs and organizations, 404 for the rest', async () => {
    // Whoever has the address of a link or of a trigger may use it, in whatever organization.
    // The number of a step is nobody's: every job counts its own from 1.
    const free = (param: string): boolean =>
      ofNobody.has(param) || ['token', 'hook_token', 'seq', 'interaction'].includes(param);
    for (const { endpoint, name, path } of replaced((param) => (free(param) ? [] : [foreign[param]!]))) {
      const status = forbiddenWhenForeign.has(name) && !links.has(named(endpoint)) ? 403 : 404;
      assertDetail(await org.request(endpoint.method, path), status, `${named(endpoint)} with a foreign ${name}`);
    }
    for (const endpoint of endpoints.filter(({ path }) => paramsOf(path).length > 1)) {
      const answer = await org.request(endpoint.method, fillPath(endpoint.path, foreign));
      const status = forbiddenWhenForeign.has(paramsOf(endpoint.path)[0]!) ? 403 : 404;
      assertDetail(answer, status, `${named(endpoint)}, all of it foreign`);
    }
  });

  test('deleted: 404 {detail}', async () => {
    const own = await harness.org({ name: 'Third' });
    const gone = await createWorld(harness, own);
    const reviewed = (await own.request('GET', `/v1/reviews/${gone.review_id}/`)).body.job_id;
    const paths: Record<string, string> = {
      connection_id: `DELETE /v1/connections/${gone.connection_id}/`,
      tag_id: `DELETE /v1/agents/tags/${gone.tag_id}/`,
      key_id: `DELETE /v1/organizations/${own.orgId}/api-keys/${gone.key_id}/`,
      invitation_id: `DELETE /v1/organizations/${own.orgId}/invitations/${gone.invitation_id}/`,
      grant_id: `DELETE /v1/organizations/${own.orgId}/oauth-grants/${gone.grant_id}/`,
      secret_name: `DELETE /v1/secrets/${gone.secret_name}/`,
      user_id: `DELETE /v1/organizations/${own.orgId}/members/${gone.user_id}/`,
      resource_id: `POST /v1/agents/jobs/${gone.job_id}/delete-data/`,
      seq: `POST /v1/agents/jobs/${gone.job_id}/delete-data/`,
      // What is still to be looked at goes with the data.
      review_id: `POST /v1/agents/jobs/${reviewed}/delete-data/`,
      file_id: `POST /v1/agents/jobs/${gone.job_id}/delete-data/`,
      agent_version_id: `DELETE /v1/agents/${gone.agent_id}/versions/${gone.agent_version_id}/`,
      delivery_id: `DELETE /webhooks/${gone.webhook_id}/`,
      webhook_id: `DELETE /webhooks/${gone.webhook_id}/`,
      listener_id: `DELETE /v1/webhook-listeners/${gone.listener_id}/`,
      hook_token: `DELETE /v1/triggers/${gone.trigger_id}/`,
      trigger_id: `DELETE /v1/triggers/${gone.trigger_id}/`,
      budget_id: `DELETE /v1/budgets/${gone.budget_id}/`,
      view_id: `DELETE /v1/agents/job-views/${gone.view_id}/`,
      schedule_id: `DELETE /v1/schedules/${gone.schedule_id}/`,
      promotion_id: `DELETE /v1/policies/${gone.promoted_policy_id}/`,
      case_id: `DELETE /v1/evaluation-sets/${gone.set_id}/cases/${gone.case_id}/`,
      run_id: `DELETE /v1/evaluation-sets/${gone.set_id}/`,
      other_run_id: `DELETE /v1/evaluation-sets/${gone.set_id}/`,
      set_id: `DELETE /v1/evaluation-sets/${gone.set_id}/`,
      rehearsal_id: `DELETE /v1/policies/${gone.policy_id}/`,
      policy_version_id: `DELETE /v1/policies/${gone.policy_id}/`,
      other_version_id: `DELETE /v1/policies/${gone.policy_id}/`,
      skill_run_id: `DELETE /v1/skills/${gone.skill_set_id}/generation/${gone.skill_run_id}/`,
      skill_version_id: `DELETE /v1/skills/${gone.skill_set_id}/`,
      other_skill_version_id: `DELETE /v1/skills/${gone.skill_set_id}/`,
      atlas_lens_id: `DELETE /v1/knowledge-base/${gone.knowledge_base_id}/`,
      knowledge_base_id: `DELETE /v1/knowledge-base/${gone.knowledge_base_id}/`,
      screening_list_id: `DELETE /v1/screening-lists/${gone.screening_list_id}/`,
      screening_watch_id: `DELETE /v1/screening-watches/${gone.screening_watch_id}/`,
      screening_run_id: `DELETE /v1/screening-watches/${gone.screening_watch_id}/`,
      screening_match_id: `DELETE /v1/screening-watches/${gone.screening_watch_id}/`,
      playbook_id: `DELETE /v1/playbooks/${gone.playbook_id}/`,
      playbook_version_id: `DELETE /v1/playbooks/${gone.playbook_id}/`,
      other_playbook_version_id: `DELETE /v1/playbooks/${gone.playbook_id}/`,
      playbook_rehearsal_id: `DELETE /v1/playbooks/${gone.playbook_id}/`,
      template_name: `DELETE /v1/case-templates/${gone.template_name}/`,
      skill_set_id: `DELETE /v1/skills/${gone.skill_set_id}/`,
      case_document_id: `DELETE /v1/cases/${gone.desk_case_id}/documents/${gone.case_document_id}/`,
      policy_id: `DELETE /v1/policies/${gone.policy_id}/`,
      table_name: `DELETE /v1/tables/${gone.table_name}/`,
      worksheet_id: `DELETE /v1/database/worksheets/${gone.worksheet_id}/`,
      agent_id: `DELETE /v1/agents/${gone.agent_id}/`,
    };
    // Jobs and batches are records that nothing deletes; the organization is deleted by operators.
    const staying = new Set([
      'job_id',
      'batch_id',
      // Agents and jobs by other names.
      'model',
      'response',
      // A record too; it goes by itself after 90 days.
      'operation_id',
      // Post actions are kept with their job; carried out again without its data, they fail and say so.
      'post_action_id',
      'organization_id',
      'worksheet_query_id',
      'table_query_id',
      'upload_id',
      // Cases and their alerts stay, and so do queues that have some.
      'case_queue_id',
      'case_alert_id',
      'desk_case_id',
      'case_task_id',
      'case_check_id',
      // Goes by itself after 400 days.
      'detection_run_id',
      // Waits are records too, and a link ends with its wait.
      'wait_id',
      'token',
      'name',
      // Requests to sign in a program belong to a browser: oauth/oauth.test.ts.
      'interaction',
      // Sessions belong to people, and an API key is none: orgs/session-routes.test.ts.
      'session_id',
      ...ofNobody,
    ]);
    for (const name of new Set(endpoints.flatMap(({ path }) => paramsOf(path)))) {
      if (staying.has(name)) continue;
      assert.ok(paths[name], `say how a ${name} is deleted`);
      const [method, path] = paths[name].split(' ');
      const removed = await own.request(method!, path!);
      assert.ok([200, 204, 404].includes(removed.status), `${paths[name]}: ${removed.text}`);
      for (const endpoint of endpoints.filter((one) => paramsOf(one.path).includes(name))) {
        if ((links.has(named(endpoint)) && name === 'agent_id') || makes.has(named(endpoint))) continue;
        const answer = await own.request(endpoint.method, fillPath(endpoint.path, gone));
        assertDetail(answer, 404, `${named(endpoint)} with a deleted ${name}`);
      }
    }
  });
});

describe('SCIM, which is no part of the contract', () => {
  test('only a SCIM token opens its paths, and it opens nothing else', async () => {
    const { scimPaths, SCIM_PATH } = await import('#scim/routes.ts');
    const { insertScimToken } = await import('#scim/tokens.ts');
    assert.ok(scimPaths.length >= 15);
    const user = (await org.request('GET', '/v1/users/current_user/')).body.id;
    const { openSession } = harness.service.app.identity as unknown as {
      openSession(given: object): Promise<{ token: string }>;
    };
    const session = await openSession({ userId: user, hours: 1, userAgent: 'test' });
    const wrong = [undefined, 'wrong', org.apiKey, session.token, `scim_${'x'.repeat(43)}`];
    for (const [method, path] of scimPaths) {
      for (const credential of wrong) {
        const filled = `${SCIM_PATH}${path.replace(':id', unknown.default!)}`;
        const answer = await request(harness.baseUrl, credential, method, filled);
        assert.equal(answer.status, 401, `${method} ${path}: ${answer.text}`);
        assert.equal(JSON.parse(answer.text).schemas[0], 'urn:ietf:params:scim:api:messages:2.0:Error');
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
    }
    const { token } = await insertScimToken(harness.database.system, { forOrg: org.orgId, name: '', validDays: null });
    const missing = await request(harness.baseUrl, token, 'GET', `${SCIM_PATH}/Users/${unknown.default}`);
    assert.equal(missing.status, 404);
    for (const endpoint of endpoints.filter(({ scope }) => scope !== 'none'))
      assertDetail(
        await request(harness.baseUrl, token, endpoint.method, fillPath(endpoint.path, world)),
        401,
        named(endpoint),
      );
  });
});

describe('permissions', () => {
  test('a role that is too low: 403 {detail}, after existence', async () => {
    const viewer = await org.keyWithRole('viewer');
    const member = await org.keyWithRole('member');
    for (const endpoint of endpoints.filter((one) => isOrganization(one) && leastRole(one) !== 'viewer')) {
      for (const credential of ['admin', 'auditor'].includes(leastRole(endpoint)) ? [viewer, member] : [viewer]) {
        const ask = (path: string) => request(harness.baseUrl, credential, endpoint.method, path);
        assertDetail(await ask(fillPath(endpoint.path, world)), 403, named(endpoint));
        const [last] = paramsOf(endpoint.path)
          .filter((name) => name !== 'organization_id')
          .slice(-1);
        if (last === undefined || links.has(named(endpoint)) || makes.has(named(endpoint))) continue;
        const missing = fillPath(endpoint.path, { ...world, [last]: unknown[last] ?? unknown.default! });
        assertDetail(await ask(missing), 404, `${named(endpoint)} with an unknown ${last}`);
      }
    }
  });

  test('an organization without the Agents feature: 403 {detail} on every path of agents, and only there', async () => {
    const off = await harness.org({ agentsEnabled: false });
    for (const endpoint of endpoints.filter(({ scope }) => scope !== 'none')) {
      const answer = await off.request(
        endpoint.method,
        fillPath(endpoint.path, { ...unknown, ...world, organization_id: off.orgId }),
      );
      const isFeature = answer.status === 403 && /Agents feature/.test(answer.text);
      assert.equal(
        isFeature,
        /^\/(v[12]\/agents|mcp|a2a|openai|\.well-known\/agent-card)/.test(endpoint.path),
        `${named(endpoint)}: ${answer.text.slice(0, 200)}`,
      );
    }
  });
});

describe('spellings of a path', () => {
  test('a path without its final slash is the same, without a redirect', async () => {
    // Links of a page are relative to its address, so pages of the documentation have one spelling.
    const isOfApi = ({ path }: { path: string }): boolean =>
      path.endsWith('/') && path !== '/' && !path.startsWith('/docs/');
    for (const endpoint of endpoints.filter(isOfApi)) {
      const ids =
        endpoint.method === 'GET'
          ? world
          : {
              ...world,
              ...Object.fromEntries(paramsOf(endpoint.path).map((name) => [name, unknown[name] ?? unknown.default!])),
            };
      const path = fillPath(endpoint.path, ids);
      const [one, other] = [
        await org.request(endpoint.method, path),
        await org.request(endpoint.method, path.slice(0, -1)),
      ];
      const expected = madeOnce.has(named(endpoint)) ? 200 : one.status;
      assert.equal(other.status, expected, `${named(endpoint)}: ${one.status} and ${other.status}`);
    }
  });

  test('an alias is the same operation', async () => {
    for (const endpoint of endpoints) {
      for (const alias of endpoint.aliases ?? []) {
        // What exists would be changed by the first of the two.
        const ids = Object.fromEntries(paramsOf(alias).map((name) => [name, unknown[name] ?? unknown.default!]));
        const answer = await org.request(endpoint.method, fillPath(alias, ids));
        const main = await org.request(endpoint.method, fillPath(endpoint.path, ids));
        assert.equal(answer.status, main.status, `${endpoint.method} ${alias}`);
      }
    }
  });

  test('a method that a path does not take: 405 {detail} with Allow', async () => {
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
    const byPath = Map.groupBy(endpoints, ({ path }) => path);
    for (const [path, own] of byPath) {
      const taken = own.map(({ method }) => method as string);
      for (const method of methods.filter((one) => !taken.includes(one))) {
        const answer = await org.request(method, fillPath(path, world));
        assertDetail(answer, 405, `${method} ${path}`);
        const allowed = answer.headers
          .get('allow')!
          .split(', ')
          .filter((one) => one !== 'HEAD');
        assert.deepEqual(allowed.sort(), taken.sort(), `${method} ${path}`);
      }
    }
  });

  test('HEAD answers like GET, without a body', async () => {
    for (const endpoint of endpoints.filter(({ method }) => method === 'GET')) {
      const path = fillPath(endpoint.path, world);
      const [get, head] = [await org.request('GET', path), await org.request('HEAD', path)];
      assert.deepEqual([head.status, head.text], [get.status, ''], named(endpoint));
      // An artifact or a code has to be named, no policy decided the job of the world, and its upload had no bad rows.
      assert.ok(
        get.status < 400 || /rejects|artifacts|explanation|auth\/device|oauth\/interactions/.test(path),
        `${named(endpoint)}: ${get.text.slice(0, 200)}`,
      );
    }
  });

  test('an unknown path: 404 {detail}, with and without a credential', async () => {
    for (const path of ['/v1/', '/v1/nothing/', '/v2/agents/', '/v1/agents/a/b/c/d/', '/v1//agents/']) {
      assertDetail(await org.request('GET', path), 404, path);
      assertDetail(await request(harness.baseUrl, undefined, 'POST', path, { a: 1 }), 404, path);
    }
  });
});
