import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { s3 } from '../../src/connections/drivers/s3.ts';
import { makeFolder, request, startHarness, stopAtEnd } from '../harness.ts';
import { startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';
import { startS3 } from '../s3-server.ts';
import { startDatabasePort, startSystem, systemOf } from './systems.ts';

// Connections in the hands of agents: tools of a model and files of inputs, against real servers.

const CANARY = 'canary-71f3d09b';

const logged: string[] = [];

const folder = await makeFolder();
stopAtEnd(await startS3(folder, 'team-files'));
const model = stopAtEnd(await startModelServer());
// It repeats the credentials, as a careless system does.
const api = stopAtEnd(
  await startSystem(({ url, headers }) => ({
    status: url.startsWith('/v1/missing') ? 404 : 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ invoice: url, total: 118, you_sent: headers.authorization }),
  })),
);
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged.push(String(chunk));
    done();
  },
});
const harness = stopAtEnd(
  await startHarness({
    env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8', OPENAI_BASE_URL: model.url, OPENAI_API_KEY: 'sk-test' },
    log: pino({ level: 'debug' }, sink) as never,
  }),
);
const org = await harness.org();
const port = stopAtEnd(await startDatabasePort(harness.databaseUrl));

const connect = async (connector_type: string, name: string, config: object, auth_config: object = {}) => {
  const made = await org.expect(201, 'POST', '/v1/connections/', { connector_type, name, config, auth_config });
  return made.id as string;
};
const output_schema = { type: 'object', properties: { answer: { type: 'string' } }, required: ['answer'] };
const extraction = (name: string, connections: unknown[]) =>
  createAgent(org, 'MultimodalExtractionEngine', {
    config: { model: name, text: '$text', connections, output_schema },
  });
const last = async (name: string) => JSON.stringify((await model.calls(name)).at(-1)!.body);

describe('tools', () => {
  test('a model asks an API within what is granted; each call is a step, and no secret is seen anywhere', async () => {
    const id = await connect(
      'custom_api',
      'Billing API',
      { base_url: `${api.url}/v1` },
      { type: 'bearer', token: CANARY },
    );
    const call = (input: object) => ({ tools: [{ name: 'billing_api_request', input }] });
    await model.script(
      'clerk',
      call({ method: 'GET', path: '/invoices/7' }),
      call({ method: 'POST', path: '/invoices/7' }),
      call({ method: 'GET', path: '/customers/1' }),
      call({ method: 'GET', path: '/invoices/..%2f..%2fadmin' }),
      { json: { answer: 'paid' } },
    );
    const agent = await extraction('clerk', [{ connection: 'Billing API', paths: ['/invoices/*'] }]);
    const job = await untilFinal(org, await startJob(org, agent.id, { text: 'Is invoice 7 paid?' }));
    assert.equal(job.status_code, 3, job.error_message);
    assert.deepEqual(
      api.seen.map(({ method, url }) => `${method} ${url}`),
      ['GET /v1/invoices/7'],
    );
    assert.equal(api.seen[0]!.headers.authorization, `Bearer ${CANARY}`);
    assert.equal(
      job.steps.filter(({ kind }: { kind: string }) => kind === 'tool').length,
      3,
      'a method that is not granted is no call',
    );
    const told = await last('clerk');
    assert.match(told, /118/);
    assert.match(told, /is not allowed\. Allowed: /);
    const steps = await harness.database.system.query<{ text: string }>('select s::text as text from job_steps s');
    const audit = await org.request('GET', `/v1/organizations/${org.orgId}/audit/`);
    for (const place of [told, JSON.stringify(job), ...steps.map(({ text }) => text), audit.text, ...logged])
      assert.ok(!place.includes(CANARY));
    const read = await org.request('GET', `/v1/connections/${id}/`);
    assert.equal(read.body.use_count, 1);
    assert.ok(read.body.last_used_at);
  });

  test('a connection that a version uses is not deleted, keeps working under another name, and says what uses it', async () => {
    const id = await connect('custom_api', 'Renamed later', { base_url: `${api.url}/v1/r` });
    const agent = await extraction('renamer', ['Renamed later']);
    await org.request('PATCH', `/v1/connections/${id}/`, { name: 'Another name' });
    await model.script(
      'renamer',
      { tools: [{ name: 'renamed_later_request', input: { method: 'GET', path: '/' } }] },
      { json: { answer: 'yes' } },
    );
    const job = await untilFinal(org, await startJob(org, agent.id, { text: 'Ask.' }));
    assert.equal(job.status_code, 3, job.error_message);
    const refused = await org.request('DELETE', `/v1/connections/${id}/`);
    assert.deepEqual([refused.status, refused.body.used_by[0].id], [409, agent.id]);
    const { body } = await org.request('GET', `/v1/connections/${id}/uses/`);
    assert.deepEqual([body.uses[0].kind, body.uses[0].name], ['agent', 'Agent of MultimodalExtractionEngine']);
    assert.match(body.uses[0].detail, /^tools of the version /);
    await org.request('DELETE', `/v1/agents/${agent.id}/`);
    assert.equal((await org.request('DELETE', `/v1/connections/${id}/`)).status, 204);
  });

  test('a database is read and never written, and only where it is granted', async () => {
    await harness.database.system.run(
      'create table ledger as select n as id, n * 2 as amount from generate_series(1, 300) n',
    );
    await connect('postgres', 'Ledger', port.config, port.auth);
    const query = (source: string) => ({ tools: [{ name: 'ledger_query', input: { source } }] });
    await model.script(
      'auditor',
      query('select max(amount) as most from ledger'),
      query('drop table ledger'),
      query('ledger'),
      {
        json: { answer: '600' },
      },
    );
    const agent = await extraction('auditor', ['Ledger']);
    const job = await untilFinal(org, await startJob(org, agent.id, { text: 'Most?' }));
    assert.equal(job.status_code, 3, job.error_message);
    const told = await last('auditor');
    assert.match(told, /600/);
    assert.match(told, /begins with SELECT/);
    assert.match(told, /truncated[^,]*true/);
  });

  test('a version cannot name a connection that is not there, nor one of another organization', async () => {
    const other = await harness.org({ name: 'Other' });
    const body = (connection: string) => ({
      name: 'x',
      engine_class_id: 'MultimodalExtractionEngine',
      engine_config: { text: 'x', output_schema, connections: [{ connection }] },
    });
    const id = await connect('custom_api', 'Ours', { base_url: `${api.url}/v1/ours` });
    for (const reference of ['Ours', id]) {
      const refused = await other.request('POST', '/v1/agents/', body(reference));
      assert.deepEqual([refused.status, Object.keys(refused.body)], [400, ['engine_config']]);
      assert.equal((await org.request('POST', '/v1/agents/', body(reference))).status, 201);
    }
    const member = await org.keyWithRole('member');
    assert.equal((await request(harness.baseUrl, member, 'POST', '/v1/agents/', body('Ours'))).status, 201);
  });
});

describe('inputs', () => {
  test('connection://name/path is a file for connections that the version names, and for no others', async () => {
    const config = { bucket: 'team-files', endpoint: process.env.AWS_ENDPOINT_URL, prefix: 'in/' };
    const auth = { access_key_id: 'S3RVER', secret_access_key: 'S3RVER' };
    await s3.files!.write(
      systemOf(config, auth),
      'notes/a b.txt',
      Buffer.from('The total is 4711 euros.'),
      'text/plain',
    );
    await connect('s3', 'Team files', config, auth);
    const make = (connections: string[]) =>
      createAgent(org, 'PDFExtractionEngine', {
        inputs: [{ key: 'pdf_files', data_type: 'application/pdf' }],
        config: { model: 'baseline', instructions: 'The total.', pdf_files: '${pdf_files}', connections },
      });
    const run = async (agent: { id: string }, path: string) =>
      untilFinal(org, await startJob(org, agent.id, { pdf_files: `connection://Team%20files/${path}` }));
    const agent = await make(['Team files']);
    const good = await run(agent, 'notes/a%20b.txt');
    assert.equal(good.status_code, 3, good.error_message);
    assert.match(good.outputs[0].value, /4711/);
    assert.ok(
      good.steps.some(
        ({ kind, name }: { kind: string; name: string }) => kind === 'fetch' && name.startsWith('read connection://'),
      ),
    );
    const missing = await run(agent, 'nothing.txt');
    assert.deepEqual([missing.status_code, missing.error.code], [4, 'errand.connections.failed']);
    const foreign = await run(await make([]), 'notes/a%20b.txt');
    assert.deepEqual([foreign.status_code, foreign.error.code], [4, 'errand.connections.missing']);
    assert.match(foreign.error_message, /does not name the connection 'Team files'/);
  });

  test('an object of 10 GB, an endless one and one that breaks off end with a sentence; so do a redirect and wrong keys', async (t) => {
    const piece = Buffer.alloc(1024 * 1024);
    let sent = 0;
    const store = createServer((asked, response) => {
      const path = asked.url!.split('?')[0]!;
      if (path.endsWith('/denied'))
        return void response
          .writeHead(403)
          .end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${CANARY}</Message></Error>`);
      if (path.endsWith('/moved')) return void response.writeHead(307, { location: `${api.url}/moved` }).end();
      if (path.endsWith('/half')) {
        response.writeHead(200, { 'content-length': '1000' });
        return void response.write('half', () => response.destroy());
      }
      response.writeHead(200, path.endsWith('/huge') ? { 'content-length': String(10 * 1024 ** 3) } : {});
      // The first one only says that it is large.
      if (path.endsWith('/huge')) return response.flushHeaders();
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) sent += piece.length;
        response.once('drain', more);
      };
      more();
    });
    await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve));
    t.after(() => {
      store.closeAllConnections();
      store.close();
    });
    const endpoint = `http://127.0.0.1:${(store.address() as AddressInfo).port}`;
    await connect('s3', 'Odd files', { bucket: 'odd', endpoint }, { access_key_id: 'A', secret_access_key: CANARY });
    const agent = await createAgent(org, 'PDFExtractionEngine', {
      inputs: [{ key: 'pdf_files', data_type: 'application/pdf' }],
      config: { model: 'baseline', instructions: 'x', pdf_files: '${pdf_files}', connections: ['Odd files'] },
    });
    const moved = api.seen.length;
    for (const [path, message] of [
      ['huge', /larger than 50 MB/],
      ['endless', /larger than 50 MB/],
      ['denied', /The secret access key is wrong/],
      ['moved', /status 307/],
    ] as const) {
      const job = await untilFinal(
        org,
        await startJob(org, agent.id, { pdf_files: `connection://Odd%20files/${path}` }),
      );
      assert.deepEqual([job.status_code, job.error.code], [4, 'errand.connections.failed'], path);
      assert.match(job.error_message, message);
      assert.ok(!JSON.stringify(job).includes(CANARY), path);
    }
    assert.equal(api.seen.length, moved, 'a redirect is not followed');
    assert.ok(sent < 200 * 1024 ** 2, 'an endless object is not read on');
    const opened = s3.files!.read(
      systemOf({ bucket: 'odd', endpoint }, { access_key_id: 'A', secret_access_key: 'B' }),
      'half',
    );
    await assert.rejects(async () => buffer((await opened)!.stream), 'half an object is none');
  });
});
