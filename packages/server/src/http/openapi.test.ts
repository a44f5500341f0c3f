import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import * as contract from '@errand/contract/operations/operations.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { testEngines } from '../../test/engines.ts';
import { type Answer, pluck, request, startHarness, stopAtEnd } from '../../test/harness.ts';
import { startJob } from '../../test/runs.ts';
import { createWorld, fillPath } from '../../test/world.ts';

const ajv = new Ajv2020({ strict: false, allErrors: true });
formats.default(ajv);

const harness = stopAtEnd(await startHarness({ engines: testEngines }));
const org = await harness.org();
const world = await createWorld(harness, org);
const endpoints = harness.service.app.endpoints;
const answer = await request(harness.baseUrl, undefined, 'GET', '/openapi.json');
assert.equal(answer.status, 200);
const document = answer.body;
ajv.addSchema({ $id: 'api', components: document.components });

/** Headers that every response of a status has. */
const HEADERS: Record<string, string[]> = {
  206: ['Content-Range'],
  401: ['WWW-Authenticate'],
  404: ['Link'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

type Described = { path: string; method: string; operation: any };

function* operations(): Generator<Described> {
  for (const [path, item] of Object.entries<any>(document.paths)) {
    for (const [method, operation] of Object.entries(item)) yield { path, method, operation };
  }
}

const endpointOf = (path: string, method: string): Operation =>
  endpoints.find((one) => one.method.toLowerCase() === method && asTemplate(one.path) === path)!;

const asTemplate = (path: string): string => path.replace(/:([a-z_]+)/g, '{$1}');

/** Resolves a response, header or schema that may be a component. */
function resolve(part: any): any {
  if (part?.$ref === undefined) return part;
  const found = part.$ref
    .split('/')
    .slice(1)
    .reduce((node: any, name: string) => node?.[name], document);
  assert.ok(found, `${part.$ref} exists`);
  return found;
}

/** Returns the examples of a body or a response. */
const examplesOf = (media: any): unknown[] =>
  media.example !== undefined ? [media.example] : Object.values<any>(media.examples ?? {}).map(({ value }) => value);

const compiled = new Map<string, ValidateFunction>();
function compile(schema: unknown): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
  if (!compiled.has(text)) compiled.set(text, ajv.compile(JSON.parse(text)));
  return compiled.get(text)!;
}

describe('the description', () => {
  test('is OpenAPI 3.1 with every required member', () => {
    assert.match(document.openapi, /^3\.1\.\d+$/);
    assert.deepEqual([document.info.title, document.info.version], ['Errand', '1.0.0']);
    assert.deepEqual(
      Object.keys(document).filter(
        (key) => !/^(openapi|info|servers|tags|externalDocs|paths|webhooks|components|x-.*)$/.test(key),
      ),
      [],
    );
    const ids = new Set<string>();
    const tags = new Set(document.tags.map(({ name }: { name: string }) => name));
    for (const { path, method, operation } of operations()) {
      const what = `${method} ${path}`;
      assert.ok(['get', 'post', 'put', 'patch', 'delete'].includes(method), what);
      assert.match(operation.operationId, /^[a-z]\w*\.[a-z]\w*$/i, what);
      assert.ok(!ids.has(operation.operationId), `${what} has an id of its own`);
      ids.add(operation.operationId);
      for (const tag of operation.tags) assert.ok(tags.has(tag), what);
      const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map((match) => match[1]);
      const declared = operation.parameters.filter((parameter: any) => parameter.in === 'path');
      assert.deepEqual(pluck(declared, 'name'), inPath, what);
      const names = operation.parameters.map((parameter: any) => `${parameter.in} ${parameter.name}`);
      assert.equal(new Set(names).size, names.length, what);
      assert.notEqual(endpointOf(path, method).description, undefined, `${what}: a summary is no description`);
      for (const parameter of operation.parameters) {
        const ownName = parameter.name.replaceAll('_', ' ');
        assert.notEqual(parameter.description, `${ownName}.`, `${what}: ${parameter.name} says more than its name`);
        assert.ok(['path', 'query', 'header'].includes(parameter.in), what);
        assert.equal(typeof parameter.required, 'boolean', what);
        assert.ok(parameter.description && parameter.schema, `${what}: ${parameter.name}`);
        if (parameter.in === 'path') assert.equal(parameter.required, true);
      }
    }
  });

  test('has every endpoint with summary, description, a success and its errors', () => {
    assert.equal([...operations()].length, endpoints.length);
    for (const { method, path, scope } of endpoints) {
      const operation = document.paths[path.replace(/:([a-z_]+)/g, '{$1}')]?.[method.toLowerCase()];
      const what = `${method} ${path}`;
      assert.ok(operation, what);
      assert.ok(operation.summary && operation.description, what);
      assert.ok(!/[.]$/.test(operation.summary), `${what}: a summary is no sentence`);
      const statuses = Object.keys(operation.responses);
      assert.ok(
        statuses.some((status) => /^[23]/.test(status)),
        what,
      );
      for (const [status, given] of Object.entries<any>(operation.responses)) {
        const response = resolve(given);
        assert.ok(response.description, `${what} ${status}`);
        assert.match(status, /^[2345]\d\d$/);
        for (const name of ['X-Request-ID', ...(HEADERS[status] ?? [])])
          assert.ok(resolve(response.headers?.[name])?.description, `${what} ${status} has ${name}`);
      }
      assert.ok(statuses.includes('405'), what);
      if (scope !== 'none')
        for (const status of ['401', '429', '500']) assert.ok(statuses.includes(status), `${what} ${status}`);
      if (path.includes(':')) assert.ok(statuses.includes('404'), what);
      if (operation.requestBody)
        for (const status of ['400', '413', '415']) assert.ok(statuses.includes(status), `${what} ${status}`);
      assert.deepEqual(operation.security, scope === 'none' ? [] : [{ bearer: [] }], what);
    }
  });

  test('has schemas that are valid, and examples of bodies and answers that fit them', () => {
    for (const { path, method, operation } of operations()) {
      const what = `${method} ${path}`;
      for (const [type, media] of Object.entries<any>(operation.requestBody?.content ?? {})) {
        checkExamples(media, `${what} ${type}`);
      }
      for (const parameter of operation.parameters) compile(parameter.schema);
      for (const [status, response] of Object.entries<any>(operation.responses)) {
        for (const [type, media] of Object.entries<any>(resolve(response).content ?? {}))
          checkExamples(media, `${what} ${status} ${type}`);
      }
    }
  });
});

describe('the table of operations', () => {
  const table = Object.values<Record<string, Operation>>(contract.operations).flatMap((of) => Object.values(of));

  test('is all that is registered, and nothing else', () => {
    assert.deepEqual(new Set(endpoints), new Set(table));
    assert.equal(endpoints.length, table.length);
  });

  test('has every route that is served, but for files of pages, SCIM, A2A and the address of a presigned upload', () => {
    const known = new Set(
      table.flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((url) => `${method} ${url}`)),
    );
    const others = harness.service.app.methodTable.routes
      .filter(({ method }) => method !== 'HEAD')
      .map(({ method, url }) => `${method} ${url}`)
      // Protocols with their own description (decision 0079, OAuth, and A2A over HTTP+JSON).
      .filter((route) => !known.has(route) && !/ \/(scim\/v2|a2a|oauth|\.well-known\/oauth-[a-z-]+)(\/|$)/.test(route));
    const apart = [
      'GET /assets/:name',
      'GET /docs/*',
      'GET /docs/:page',
      'GET /docs/errors/:page',
      'GET /docs/images/:name',
      'GET /docs/js/pages.js',
      'GET /docs/js/scalar.js',
      'GET /docs/js/start.js',
      'GET /docs/looks/inter.woff2',
      'GET /docs/looks/mark.svg',
      'GET /docs/reference/:page',
      'GET /docs/search',
      'GET /docs/search.json',
      'GET /docs/style.css',
      'GET /packages',
      'GET /packages/:name',
      'PUT /v1/tables/upload/:upload_id/content/:token/',
    ];
    assert.deepEqual(others.sort(), apart);
  });

  test('names operations and schemas in the description', () => {
    assert.equal(document.paths['/v1/agents/'].get.operationId, 'agents.list');
    const { schema } = document.paths['/v1/agents/{agent_id}/'].get.responses['200'].content['application/json'];
    assert.deepEqual(schema, { $ref: '#/components/schemas/Agent' });
  });
});

describe('one tag of the description', () => {
  const read = (query: string) => request(harness.baseUrl, undefined, 'GET', `/openapi.json${query}`);

  test('is small, complete in itself, and together they are the whole', async () => {
    const seen = new Set<string>();
    for (const { name } of document.tags) {
      const { status, body, text } = await read(`?tag=${encodeURIComponent(name.toLowerCase())}`);
      assert.equal(status, 200, name);
      assert.ok(text.length < JSON.stringify(document).length / 2, `${name} has ${text.length}`);
      for (const [, reference = ''] of text.matchAll(/"\$ref":"#\/([^"]+)"/g))
        assert.ok(
          reference.split('/').reduce((at: any, part) => at?.[part], body),
          `${name}: ${reference}`,
        );
      for (const methods of Object.values<any>(body.paths))
        for (const { operationId } of Object.values<any>(methods)) seen.add(operationId);
    }
    assert.equal(seen.size, endpoints.length);
  });

  test('that does not exist is refused with those that do', async () => {
    const { status, body } = await read('?tag=nothing');
    assert.equal(status, 400);
    assert.match(body.tag[0], /agents, /);
  });
});

describe('the description says', () => {
  test('what webhooks send and how it is signed, and which functions SQL has', () => {
    const { post } = document.webhooks.job_completed;
    assert.match(post.description, /HMAC-SHA256/);
    checkExamples(post.requestBody.content['application/json'], 'webhook');
    assert.deepEqual(
      document['x-sql-functions'].map(({ name }: { name: string }) => name),
      ['run_agent', 'run_agent_sync', 'job_status', 'job_result'],
    );
    assert.match(of('post', '/v1/database/query/').description, /run_agent_sync/);
  });

  const of = (method: string, path: string) => document.paths[path][method];

  test('which job a synchronous run made, also when it failed', () => {
    const { responses } = of('post', '/v1/agents/run/{agent_id}/');
    for (const status of ['200', '400'])
      assert.equal(responses[status].headers['X-Agent-Job-Id'].schema.format, 'uuid');
  });

  test('that a multipart run takes files and that downloads take ranges', () => {
    const { content } = of('post', '/v1/agents/run/{agent_id}/').requestBody;
    assert.match(JSON.stringify(resolve(content['multipart/form-data'].schema).additionalProperties), /"binary"/);
    for (const path of ['/v1/files/{file_id}/content/', '/v1/agents/jobs/{job_id}/references/{resource_id}/'])
      assert.ok(
        of('get', path).parameters.some((one: any) => one.in === 'header' && one.name === 'Range'),
        path,
      );
  });

  test('required members are marked, and streams say what their lines are', () => {
    const { parameters } = of('get', '/v1/agents/jobs/{job_id}/artifacts/result/');
    assert.equal(parameters.find((one: any) => one.name === 'artifact_key').required, true);
    const { content } = of('get', '/v1/agents/batches/{batch_id}/results/').responses['200'];
    assert.ok(resolve(content['application/x-ndjson'].schema.contentSchema).properties.job_id);
    const { content: exported } = of('get', '/v1/database/query/{worksheet_query_id}/export/').responses['200'];
    assert.deepEqual(Object.keys(exported), ['text/csv', 'application/x-ndjson', 'application/vnd.apache.parquet']);
  });
});

function checkExamples(media: any, what: string): void {
  const validate = compile(media.schema);
  const examples = examplesOf(media);
  assert.ok(examples.length > 0, `${what} has an example`);
  for (const example of examples)
    assert.ok(validate(example), `${what}: ${JSON.stringify(validate.errors)} ${JSON.stringify(example)}`);
}

/** Checks every response of the walk against the description of its operation. */
function assertDescribed(endpoint: Operation, answer: Answer): void {
  const operation = document.paths[endpoint.path.replace(/:([a-z_]+)/g, '{$1}')][endpoint.method.toLowerCase()];
  const what = `${endpoint.method} ${endpoint.path} ${answer.status}`;
  const response = resolve(operation.responses[answer.status]);
  assert.ok(response, `${what} is described: ${answer.text.slice(0, 300)}`);
  const type = answer.headers.get('content-type')?.split(';')[0];
  if (response.content === undefined) {
    assert.equal(answer.text, '', what);
    return;
  }
  const media = response.content[type!] ?? response.content['*/*'];
  assert.ok(media, `${what} is described as ${Object.keys(response.content)}, but is ${type}`);
  if (type !== 'application/json') return;
  const validate = compile(media.schema);
  assert.ok(
    validate(answer.body),
    `${what}: ${JSON.stringify(validate.errors?.slice(0, 3))} ${answer.text.slice(0, 300)}`,
  );
}

/** Bodies that succeed, by operation. The walk fails if an operation with a body is missing here. */
function bodies(): Record<string, unknown> {
  const inputs = { text: 'walk' };
  const walkedPlaybook = {
    steps: [{ name: 'look', agent_id: world.agent_id, inputs: {} }],
    auto_close: null,
  };
  const form = new FormData();
  form.set('file', new File(['content'], 'a.txt'));
  const listForm = new FormData();
  listForm.set('file', new File(['id,name\n1,Jane Roe\n'], 'list.csv'));
  const tableForm = new FormData();
  tableForm.set('table_name', 'walk');
  tableForm.set('file', new File(['a\n1\n'], 'a.csv'));
  return {
    'POST /a2a/': { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} },
    'POST /a2a/:agent_id/': { jsonrpc: '2.0', id: 1, method: 'ListTasks', params: {} },
    'POST /mcp/': { jsonrpc: '2.0', id: 1, method: 'ping' },
    'POST /v1/agents/jobs/:job_id/contest/': { reason: 'It is wrong.' },
    'POST /v1/agents/jobs/:job_id/hold/': { reason: 'A dispute is open.' },
    'PUT /v1/organizations/:organization_id/retention/': {
      jobs_days: 3650,
      evidence_days: null,
      steps_days: null,
      audit_days: null,
    },
    'POST /v1/auth/sso/': { next: '/jobs' },
    'POST /v1/auth/sso/complete/': { ticket: 'unknown', state: 'unknown' },
    'POST /v1/auth/sso/backchannel-logout/': { logout_token: 'unknown' },
    'POST /v1/auth/login/': { email: 'nobody@example.com', password: 'wrong' },
    'POST /v1/auth/link/': { code: 'unknown' },
    'POST /v1/auth/device/': { client_name: 'walk' },
    'POST /v1/auth/device/key/': { device_code: 'unknown' },
    'POST /v1/auth/device/decision/': { user_code: 'unknown', approve: true },
    'POST /v1/engine-callbacks/': { job_id: world.job_id, error: { message: 'not signed' } },
    'POST /v1/organizations/:organization_id/members/': { email: 'walk@example.com', role: 'viewer' },
    'POST /v1/organizations/:organization_id/invitations/': { email: 'invited@example.com', role: 'viewer' },
    'POST /v1/invitations/open/': { token: 'unknown' },
    'POST /v1/invitations/accept/': { token: 'unknown', password: 'a long password' },
    'PATCH /v1/organizations/:organization_id/members/:user_id/': { role: 'viewer' },
    'POST /v1/organizations/:organization_id/api-keys/': { name: 'walk' },
    'POST /v1/organizations/:organization_id/api-keys/:key_id/rotate/': { overlap_hours: 1 },
    'PATCH /v1/organizations/:organization_id/': { name: 'Renamed' },
    'POST /v1/agents/': { name: 'Walk', engine_class_id: 'TemplateEngine' },
    'PUT /v1/agents/:agent_id/': { name: 'Put' },
    'PATCH /v1/agents/:agent_id/': { name: 'Patched' },
    'POST /v1/agents/:agent_id/versions/': { version_name: 'walk' },
    'POST /v1/agents/:agent_id/samples/': { inputs: { text: 'walk' } },
    'POST /v1/tables/upload/:upload_id/complete/': { on_bad_rows: 'text' },
    'PUT /v1/agents/:agent_id/versions/:agent_version_id/': { version_name: 'put' },
    'PATCH /v1/agents/:agent_id/versions/:agent_version_id/': { version_name: 'patched' },
    'POST /v1/agents/tags/': { name: 'walk' },
    'PATCH /v1/agents/tags/:tag_id/': { color: 'red' },
    'PUT /v1/agents/:agent_id/tags/': { tag_ids: [world.tag_id] },
    'POST /v1/datasets/files/upload/': form,
    'POST /v1/agents/run/:agent_id/': inputs,
    'POST /v1/agents/run/:agent_id/async/': inputs,
    'POST /v1/agents/run/:agent_id/estimate/': inputs,
    'POST /v1/agents/run/:agent_id/versions/:agent_version_id/': inputs,
    'POST /v1/agents/run/:agent_id/versions/:agent_version_id/async/': inputs,
    'POST /v1/agents/run/:agent_id/async/many/': { inputs: [inputs] },
    'POST /v1/agents/jobs/statuses/': { job_ids: [world.job_id, '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] },
    'POST /v1/agents/jobs/results/': { job_ids: [world.job_id, '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'] },
    'POST /v1/agents/jobs/:job_id/retry/': {},
    'POST /v1/agents/run/:agent_id/batches/': { inputs: [inputs], name: 'walk' },
    'POST /v1/policies/': { name: 'Walk', content: { instructions: 'Walk on.' } },
    'PUT /v1/policies/:policy_id/': { name: 'Put' },
    'PATCH /v1/policies/:policy_id/': { description: 'Patched' },
    'POST /v1/policies/:policy_id/versions/': { content: {}, base_version_id: world.policy_version_id },
    'PATCH /v1/policies/:policy_id/set-current-version/:policy_version_id/': { reason: 'Walked.' },
    'POST /v1/agents/jobs/:job_id/feedback/': { matches_ground_truth: false, corrected_verdict: 'walked' },
    'POST /v2/agents/:agent_id/jobs/:job_id/feedback/': { matches_ground_truth: true },
    'POST /v1/waits/:wait_id/answer/': { answer: 'yes' },
    'POST /v1/waits/:wait_id/link/': {},
    'POST /v1/wait-links/:token/': { answer: 'yes' },
    'POST /v1/agents/jobs/:job_id/events/:name/': { walked: true },
    'POST /webhooks/': { name: 'Walk', url: 'https://example.com/walk' },
    'PUT /webhooks/:webhook_id/': { name: 'Put', url: 'https://example.com/put' },
    'PATCH /webhooks/:webhook_id/': { name: 'Patched' },
    'POST /webhooks/:webhook_id/agents/': { agent_ids: [world.agent_id] },
    'POST /webhooks/:webhook_id/deliveries/recover/': { since: '2026-01-01T00:00:00Z' },
    'POST /v1/agents/jobs/:job_id/webhook/resend/': {},
    'POST /v1/webhook-listeners/': { agent_ids: [world.agent_id] },
    'POST /v1/webhook-listeners/:listener_id/pull/': {},
    'POST /v1/triggers/': { name: 'Walk', kind: 'http', agent_id: world.agent_id },
    'PUT /v1/triggers/:trigger_id/': { name: 'Put', kind: 'http', agent_id: world.agent_id },
    'PATCH /v1/triggers/:trigger_id/': { mapping: { text: '${event.body}' } },
    'POST /v1/triggers/:trigger_id/test/': { event: { body: 'hello' } },
    'POST /v1/schedules/': { name: 'Walk', agent_id: world.agent_id, cron: '@yearly' },
    'PUT /v1/schedules/:schedule_id/': { name: 'Put', agent_id: world.agent_id, every_seconds: 86_400 },
    'PATCH /v1/schedules/:schedule_id/': { enabled: false },
    'POST /v1/users/current_user/password/': { current_password: 'x', new_password: 'a new password' },
    'PUT /v1/secrets/:secret_name/': { value: 'another value' },
    'POST /v1/connections/': { ...nobody, name: 'Walk' },
    'PUT /v1/connections/:connection_id/': { name: 'Put' },
    'PATCH /v1/connections/:connection_id/': { description: 'Patched' },
    'POST /v1/connections/test-credentials/': nobody,
    'POST /v1/tables/upload/': tableForm,
    'POST /v1/tables/upload/presigned-url/': { table_name: 'walk_2' },
    'POST /v1/tables/query/': { sql: 'select 1 as one' },
    'POST /v1/database/query/async/': { query: 'select 1 as one' },
    'POST /v1/database/query/': { query: 'select 1 as one' },
    'POST /v1/database/worksheets/': { name: 'Walk' },
    'PATCH /v1/database/worksheets/:worksheet_id/': { name: 'Patched' },
    'PATCH /v1/agents/:agent_id/set-current-version/:agent_version_id/': { reason: 'Walked.' },
    'PUT /v1/agents/:agent_id/review-plan/': { sample_rate: 0.5 },
    'POST /v1/reviews/next/': {},
    'POST /v1/reviews/:review_id/decide/': { agrees: true },
    'POST /v1/reviews/:review_id/settle/': { agrees: true, comment: 'As it is.' },
    'POST /v1/reviews/:review_id/skip/': { reason: 'I know the vendor.' },
    'POST /v1/agents/bulk/': { kind: 'export', job_ids: [world.job_id] },
    'POST /v1/budgets/': { scope: 'agent', agent_id: world.agent_id, period: 'day', amount: 1_000_000 },
    'PATCH /v1/budgets/:budget_id/': { amount: 2_000_000 },
    'PUT /v1/alerts/settings/': { watches_agents: true },
    'POST /v1/agents/job-views/': { name: 'Walk', search: { q: 'status:failure' } },
    'POST /v1/evaluation-sets/': { name: 'Walk', agent_id: world.agent_id },
    'PUT /v1/evaluation-sets/:set_id/': { name: 'Put' },
    'PATCH /v1/evaluation-sets/:set_id/': { description: 'Patched' },
    'POST /v1/evaluation-sets/:set_id/cases/': { cases: [{ inputs, expected: { outputs: { output: 'walk' } } }] },
    'POST /v1/evaluation-sets/:set_id/runs/': {},
    'POST /v1/evaluation-runs/:run_id/resume/': {},
    'PUT /v1/agents/:agent_id/gate/': { evaluation_set_id: world.set_id, no_regressions: true },
    'PUT /v1/policies/:policy_id/gate/': { evaluation_set_id: world.set_id, no_regressions: true },
    'POST /v1/policies/:policy_id/rehearsals/': { version_id: world.policy_version_id },
    'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/resume/': {},
    'POST /v1/connections/complete-sign-in/': { state: 'walk', code: 'walk' },
    'POST /oauth/interactions/:interaction/': { approve: false },
    'POST /openai/v1/responses/': { model: world.agent_id, input: 'walk' },
    'POST /openai/v1/chat/completions/': {
      model: world.agent_id,
      messages: [{ role: 'user', content: 'walk' }],
    },
    'POST /v1/models/try/': { model: 'baseline' },
    'PUT /v1/organizations/:organization_id/models/': {
      default_model: null,
      chain: [],
      allow_house_keys: true,
      batch_lane: 'allowed',
    },
    'POST /v1/case-queues/': { name: 'Walk', clocks: [{ name: 'Report', from: 'alert', hours: 24 }] },
    'PATCH /v1/case-queues/:case_queue_id/': { reason_codes: ['clear'] },
    'PUT /v1/case-queues/:case_queue_id/transactions/': {
      table: world.transactions_table,
      columns: { at: 'booked', from: 'sender', to: 'receiver', amount: 'amount' },
    },
    'POST /v1/case-queues/:case_queue_id/detections/': {},
    'POST /v1/case-alerts/': {
      queue: world.case_queue_id,
      external_id: 'walk',
      subject: { kind: 'account', name: 'DE02', identifiers: { account: 'DE02' } },
      rule: 'walk',
      detected_at: '2026-03-27T10:00:00Z',
    },
    'POST /v1/cases/:desk_case_id/assign/': { user_id: null },
    'POST /v1/cases/:desk_case_id/note/': { text: 'Walked.' },
    'POST /v1/cases/:desk_case_id/priority/': { priority: 'high', reason: 'Walked.' },
    'POST /v1/cases/:desk_case_id/documents/': form,
    'POST /v1/cases/:desk_case_id/task/': { title: 'Walk' },
    'PATCH /v1/cases/:desk_case_id/tasks/:case_task_id/': { done: true },
    'POST /v1/cases/:desk_case_id/pause-clock/': { name: 'Report', reason: 'Walked.', paused: true },
    'POST /v1/cases/:desk_case_id/decide/': { outcome: 'report', reason_code: 'clear', narrative: 'Walked.' },
    'POST /v1/promotions/:promotion_id/approve/': {},
    'POST /v1/promotions/:promotion_id/reject/': { comment: 'No.' },
    'POST /v1/cases/:desk_case_id/approve/': {},
    'POST /v1/cases/:desk_case_id/reject/': { comment: 'No.' },
    'POST /v1/cases/:desk_case_id/merge/': { into_case_id: world.desk_case_id, reason: 'Walked.' },
    'POST /v1/cases/:desk_case_id/split/': { alert_ids: [world.case_alert_id], reason: 'Walked.' },
    'POST /v1/cases/:desk_case_id/restrict/': { user_ids: [] },
    'POST /v1/cases/:desk_case_id/reopen/': { reason: 'Walked.' },
    'POST /v1/cases/:desk_case_id/hold/': { reason: 'Walked.' },
    'PUT /v1/cases/:desk_case_id/report/': {
      template: 'generic',
      sections: [{ key: 'a', title: 'A', sentences: [] }],
      revision: 0,
    },
    'POST /v1/cases/lift-restrictions/': { reason: 'Walked.' },
    'PUT /v1/case-templates/:template_name/': { sections: [{ key: 'a', title: 'A' }] },
    'POST /v1/case-checks/': { case_id: world.desk_case_id },
    'POST /v1/case-checks/sample/': { count: 1 },
    'POST /v1/case-checks/:case_check_id/decide/': { agrees: true },
    'POST /v1/playbooks/': { name: 'Walk', content: walkedPlaybook },
    'PATCH /v1/playbooks/:playbook_id/': { name: 'Walked' },
    'POST /v1/playbooks/:playbook_id/versions/': { content: walkedPlaybook },
    'PATCH /v1/playbooks/:playbook_id/set-current-version/:playbook_version_id/': {},
    'POST /v1/playbooks/:playbook_id/rehearsals/': { version_id: world.playbook_version_id, filter: {} },
    'PUT /v1/playbooks/:playbook_id/gate/': { min_cases: 1, max_wrong_share: 1 },
    'POST /v1/screening-lists/': { name: 'Walk' },
    'PATCH /v1/screening-lists/:screening_list_id/': { name: 'Walked' },
    'POST /v1/screening-lists/:screening_list_id/import/': listForm,
    'POST /v1/screening-watches/': { name: 'Walk' },
    'PATCH /v1/screening-watches/:screening_watch_id/': { threshold: 0.9 },
    'POST /v1/screening-watches/:screening_watch_id/runs/': {},
    'PUT /v1/screening-watches/:screening_watch_id/subjects/': { subjects: [{ id: 'walk', name: 'Jane Roe' }] },
    'POST /v1/screening/': { names: [{ name: 'Jane Roe' }] },
    'PUT /v1/screening/decisions/': {
      subject_key: 'person:5d41402abc4b2a76',
      list_id: world.screening_list_id,
      entry_id: '1',
      decision: 'false_positive',
      reason: 'Another person.',
    },
    'POST /v1/skills/': { name: 'Walk' },
    'PATCH /v1/skills/:skill_set_id/': { description: 'Patched' },
    'POST /v1/skills/:skill_set_id/versions/': { files: [{ relative_path: 'SKILL.md', content: '# Walk' }] },
    'PATCH /v1/skills/:skill_set_id/set-current-version/:skill_version_id/': {},
    'POST /v1/skills/:skill_set_id/generate-version/': { use_case: 'Walk on.', table_names: [world.table_name] },
    'POST /mcp/knowledge-base/:knowledge_base_id/': { jsonrpc: '2.0', id: 1, method: 'ping' },
    'POST /v1/knowledge-base/': { company: 'Walkers', brief: 'Payouts to bank accounts.' },
    'POST /v1/knowledge-base/import-lens/': { atlas_lens_id: world.atlas_lens_id },
    'PATCH /v1/knowledge-base/:knowledge_base_id/selection/': { suggested_name: 'Walk' },
    'POST /v1/knowledge-base/:knowledge_base_id/regenerate/': { feedback: 'More about payouts.' },
    'POST /v1/knowledge-base/:knowledge_base_id/resolve/': { accept_summary: true },
    'POST /v1/knowledge-base/:knowledge_base_id/finalize/': {},
  };
}

/** Points into a private network, so its test fails. connections/routes.test.ts has connections that work. */
const nobody = { connector_type: 'custom_api', config: { base_url: 'https://127.0.0.2' } };
const unreachable: Record<string, number> = {
  // Every row of the upload fits: workspace/upload-routes.test.ts.
  'GET /v1/tables/upload/:upload_id/rejects/': 404,
  'POST /v1/connections/:connection_id/test/': 400,
  'POST /v1/connections/test-credentials/': 400,
  'POST /v1/connections/:connection_id/sign-in/': 400,
  'POST /v1/connections/complete-sign-in/': 400,
  // Only the browser in which a program's request began may answer it.
  'GET /oauth/interactions/:interaction/': 404,
  'POST /oauth/interactions/:interaction/': 404,
};

/** An API key has no sessions or passwords and gets these. orgs/session-routes.test.ts tests them with users. */
const forPeople: Record<string, number> = {
  'POST /v1/auth/logout/': 403,
  'POST /v1/auth/sso/logout/': 403,
  // No identity provider is configured here. sso/sso.test.ts tests these.
  'POST /v1/auth/sso/': 404,
  'POST /v1/auth/sso/complete/': 404,
  'POST /v1/auth/sso/backchannel-logout/': 404,
  'POST /v1/users/current_user/password/': 403,
  'DELETE /v1/users/current_user/sessions/': 403,
  'DELETE /v1/users/current_user/sessions/:session_id/': 404,
  // A second person approves: case-desk/routes.test.ts and promotions.test.ts.
  'POST /v1/promotions/:promotion_id/approve/': 403,
  'POST /v1/cases/:desk_case_id/approve/': 403,
  // Links that nobody has. orgs/invitations.test.ts tests these with real ones.
  'POST /v1/invitations/open/': 404,
  'POST /v1/invitations/accept/': 404,
  // Device logins with unknown codes. orgs/logins.test.ts tests these with real ones.
  'POST /v1/auth/device/': 201,
  'GET /v1/auth/device/': 400,
  'POST /v1/auth/device/decision/': 404,
};

/**
 * These operations come too late in the walk: the link is used, the job, run and rehearsal have ended, no policy
 * decided the job, nothing is proposed, the knowledge base is unlinked, and a newer generation exists.
 */
const tooLate: Record<string, number> = {
  'POST /v1/agents/bulk/:operation_id/pause/': 409,
  'POST /v1/agents/bulk/:operation_id/resume/': 409,
  'POST /v1/agents/bulk/:operation_id/cancel/': 409,
  'POST /v1/agents/bulk/:operation_id/undo/': 409,
  // Not closed, the only case, and a queue with cases.
  'POST /v1/cases/:desk_case_id/reopen/': 409,
  'POST /v1/cases/:desk_case_id/merge/': 400,
  'DELETE /v1/case-queues/:case_queue_id/': 409,
  // The case is not decided, and who decided one does not look again.
  'POST /v1/case-checks/': 409,
  'POST /v1/case-checks/:case_check_id/decide/': 403,
  'POST /v1/reviews/:review_id/settle/': 409,
  'POST /v1/waits/:wait_id/answer/': 409,
  'POST /v1/agents/jobs/:job_id/events/:name/': 409,
  'GET /v1/agents/jobs/:job_id/explanation/': 409,
  'POST /v1/evaluation-runs/:run_id/resume/': 409,
  'POST /v1/policies/:policy_id/rehearsals/:rehearsal_id/resume/': 409,
  'POST /v1/knowledge-base/:knowledge_base_id/resolve/': 409,
  'DELETE /v1/knowledge-base/:knowledge_base_id/': 404,
  'DELETE /v1/skills/:skill_set_id/generation/:skill_run_id/': 404,
};

describe('what the server answers', () => {
  test('fits the description, for a walk through all operations', async () => {
    // Operations that remove things come last: parts before the whole, the agent after everything that needs one.
    const order = ({ method, path }: Operation): number => {
      // Imports and changes of the walk begin runs, too, and there is one at a time.
      if (path === '/v1/screening-watches/:screening_watch_id/runs/') return -1;
      if (/delete-data|rotate|unlink|wait_id\/answer/.test(path)) return 1;
      if (path.endsWith('/regenerate/')) return 0.6;
      if (path.endsWith('/hold/') && method === 'DELETE') return 0.5;
      if (method !== 'DELETE') return 0;
      return path === '/v1/agents/:agent_id/' ? 3 : 3 - path.split('/').length / 100;
    };
    const known = bodies();
    for (const endpoint of [...endpoints].sort((one, other) => order(one) - order(other))) {
      const name = `${endpoint.method} ${endpoint.path}`;
      assert.ok(!endpoint.body || Object.hasOwn(known, name), `bodies() has none for ${name}`);
      const query = endpoint.path.includes('artifacts') ? `?artifact_key=agent-job-${world.job_id}/evidence.json` : '';
      const answer = await org.request(endpoint.method, fillPath(endpoint.path, world) + query, known[name]);
      const expected =
        forPeople[name] ??
        unreachable[name] ??
        tooLate[name] ??
        (/^POST \/v1\/(auth|engine-callbacks)\//.test(name) ? 401 : 200);
      assert.ok(
        expected === 200 ? answer.status < 400 : answer.status === expected,
        `${name}: ${answer.status} ${answer.text}`,
      );
      assertDescribed(endpoint, answer);
    }
  });

  test('fits it in every error too', async () => {
    const missing = Object.fromEntries(
      Object.keys(world).map((name) => [
        name,
        name === 'user_id'
          ? '2147483647'
          : ['table_name', 'secret_name', 'connector_type'].includes(name)
            ? 'no_such_table'
            : '01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d',
      ]),
    );
    const viewer = await org.keyWithRole('viewer');
    for (const endpoint of endpoints.filter(({ scope }) => scope !== 'none')) {
      const path = fillPath(endpoint.path, { ...missing, organization_id: org.orgId });
      const real = fillPath(endpoint.path, world);
      const ask = (credential: string | undefined, to: string, body?: string, type = 'application/json') =>
        request(
          harness.baseUrl,
          credential,
          endpoint.method,
          to,
          body,
          body === undefined ? {} : { 'content-type': type },
        );
      const answers = [await ask(undefined, path), await ask(org.apiKey, `${path}?organization_id=x`)];
      if (path !== real) answers.push(await ask(org.apiKey, path));
      if (endpoint.method !== 'GET') answers.push(await ask(viewer, real));
      if (endpoint.body)
        answers.push(await ask(org.apiKey, real, '{'), await ask(org.apiKey, real, '{}', 'text/plain'));
      for (const answer of answers.filter(({ status }) => status >= 400)) assertDescribed(endpoint, answer);
    }
  });

  test('before the end of a job and after its failure it fits as well', async () => {
    const created = await org.request('POST', '/v1/agents/', {
      name: 'Fails',
      engine_class_id: 'FailEngine',
      engine_config: { retry: true },
    });
    const id = await startJob(org, created.body.id);
    for (const path of ['', 'status/', 'result/']) {
      const endpoint = endpoints.find((one) => one.method === 'GET' && one.path === `/v1/agents/jobs/:job_id/${path}`)!;
      assertDescribed(endpoint, await org.request('GET', `/v1/agents/jobs/${id}/${path}`));
    }
    await org.request('POST', `/v1/agents/jobs/${id}/cancel/`);
  });
});

describe('/docs/api/', () => {
  test('is a page that loads its script and the description from this server and nothing from elsewhere', async () => {
    for (const path of ['/docs/api/', '/docs/api']) {
      const page = await request(harness.baseUrl, undefined, 'GET', path);
      assert.equal(page.status, 200);
      assert.match(page.headers.get('content-type')!, /^text\/html/);
      assert.ok(!/https?:\/\//.test(page.text), page.text);
      assert.match(page.headers.get('content-security-policy')!, /default-src 'none'; script-src 'self';/);
      const [, script] = /<script src="([^"]+)"/.exec(page.text)!;
      const loaded = await fetch(new URL(script!, harness.baseUrl + path));
      assert.equal(loaded.status, 200);
      assert.match(loaded.headers.get('content-type')!, /javascript/);
      assert.ok((await loaded.text()).includes('createApiReference'));
      const start = await fetch(new URL('start.js', new URL(script!, harness.baseUrl + path)));
      const [, url] = /new URL\('([^']+)', document.currentScript.src\)/.exec(await start.text())!;
      assert.equal((await fetch(new URL(url!, start.url))).status, 200);
    }
  });
});
