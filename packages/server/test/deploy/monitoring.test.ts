import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { makeCertificate } from '../certificate.ts';
import { testEngines } from '../engines.ts';
import { type Harness, startHarness, until } from '../harness.ts';
import { type ModelServer, startModelServer } from '../model-server/start.ts';
import { createAgent, startJob, untilFinal } from '../runs.ts';

// Alert rules and the dashboard name metrics and labels. A renamed one would leave an alert blind without a word, so each is
// looked for in what a server that has worked tells.

const root = join(import.meta.dirname, '../../../..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: Record<string, string> };

let harness: Harness;
let models: ModelServer;
let rules: Rule[];
let queries: string[];
/** Labels by metric, as scraped. */
let scraped: Map<string, Set<string>>;
before(async () => {
  models = await startModelServer();
  harness = await startHarness({
    engines: testEngines,
    env: { ...models.env, ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' },
  });
  await work();
  scraped = readScrape((await until(sampled, 'the sampled gauges')) + (await scrapeSecure()));
  rules = parse(await read('deploy/prometheus/alerts.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
  const { panels } = JSON.parse(await read('deploy/grafana/errand.json'));
  queries = panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) => targets.map(({ expr }) => expr));
});
after(async () => {
  await harness.stop();
  await models.stop();
});

/** One of everything that is counted by label: a job that ends well, one that fails, a model's answer, a delivery. */
async function work(): Promise<void> {
  const org = await harness.org();
  const model = 'gpt-4.1-2025-04-14';
  await models.script(model, { json: { name: 'Ada' }, inputTokens: 1, outputTokens: 1 });
  const schema = { type: 'object', properties: { name: { type: 'string' } } };
  const agents = [
    await createAgent(org, 'MultimodalExtractionEngine', { config: { model, text: '${text}', output_schema: schema } }),
    await createAgent(org, 'FailEngine'),
  ];
  const hook = { name: 'Hook', url: 'http://127.0.0.1:9/', agent_ids: agents.map(({ id }) => id) };
  assert.equal((await org.request('POST', '/v1/webhooks/', hook)).status, 201);
  for (const { id } of agents) await untilFinal(org, await startJob(org, id, { text: 'Ada' }), 60_000);
}

async function sampled(): Promise<string | undefined> {
  const text = await (await fetch(`${harness.baseUrl}/metrics`)).text();
  return /errand_webhook_attempts_total\{/.test(text) && /errand_queue_jobs\{/.test(text) ? text : undefined;
}

/** What only a server with HTTPS of its own tells. */
async function scrapeSecure(): Promise<string> {
  const made = makeCertificate('localhost');
  assert.ok(made, 'openssl is not installed');
  const [cert, key] = [join(harness.dataDir, 'cert.pem'), join(harness.dataDir, 'key.pem')];
  await writeFile(cert, made.cert);
  await writeFile(key, made.key);
  const secure = await startHarness({ env: { ERRAND_TLS_CERT: cert, ERRAND_TLS_KEY: key } });
  const { body } = await secure.service.app.inject('/metrics');
  await secure.stop();
  return body;
}

function readScrape(text: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, name, labels = ''] of text.matchAll(/^(errand_\w+)(?:\{(.*?)\})? /gm)) {
    const known = found.get(name!) ?? found.set(name!, new Set()).get(name!)!;
    for (const [, label] of labels.matchAll(/(\w+)="/g)) known.add(label!);
  }
  return found;
}

/** What Prometheus adds by itself. */
const ADDED = ['job', 'instance'];

function findProblems(query: string): string[] {
  // Grafana fills these in.
  const expression = query.replaceAll('$__rate_interval', '5m').replaceAll('$job', 'errand');
  const problems: string[] = [];
  const labels: string[] = [];
  const names: string[] = [];
  parser.parse(expression).iterate({
    enter({ type, from, to }) {
      const text = expression.slice(from, to);
      if (type.isError) problems.push(`not PromQL at ${from}: ${expression}`);
      if (type.name === 'LabelName') labels.push(text);
      if (type.name === 'Identifier') names.push(text);
    },
  });
  const ours = names.filter((name) => name !== 'up');
  for (const name of ours) if (!scraped.has(name)) problems.push(`no metric ${name}`);
  const known = new Set([...ADDED, ...ours.flatMap((name) => [...(scraped.get(name) ?? [])])]);
  for (const label of labels) if (!known.has(label)) problems.push(`no label ${label} in ${expression}`);
  if (names.length === 0) problems.push(`names no metric: ${expression}`);
  return problems;
}

test('the check finds a metric, a label and a syntax that are none', () => {
  assert.deepEqual(findProblems('max(errand_nothing)'), ['no metric errand_nothing']);
  assert.match(findProblems('max by (colour) (errand_workers)')[0]!, /no label colour/);
  assert.match(findProblems('max(errand_workers')[0]!, /not PromQL/);
});

test('alerts and dashboard are PromQL over metrics and labels that a working server tells', () => {
  assert.ok(rules.length > 10 && queries.length > 20);
  assert.deepEqual([...rules.map(({ expr }) => expr), ...queries].flatMap(findProblems), []);
});

test('workers are scaled by metrics and labels that a working server tells', async () => {
  const template = await read('deploy/helm/errand/templates/autoscaling.yaml');
  const asked = [...template.matchAll(/"metric" "(\w+)"(?: "labels" "(.+?)" "selector")?/g)];
  const made = asked.map(([, metric, labels = '']) => `max(${metric}{${labels.replaceAll('\\"', '"')}})`);
  assert.deepEqual(made, ['max(errand_queue_oldest_seconds{})', 'max(errand_queue_jobs{status="started"})']);
  assert.deepEqual(made.flatMap(findProblems), []);
});

test('each alert has a severity, a sentence, and a section of the runbook with cause and cure', async () => {
  const runbook = await read('docs/runbook.md');
  const sections = new Map(runbook.split(/^## /m).map((part) => [part.split('\n')[0], part]));
  for (const { alert, labels, annotations } of rules) {
    assert.match(labels.severity, /^(critical|warning|info)$/, alert);
    assert.match(annotations.summary!, /\.$/, alert);
    assert.equal(annotations.runbook_url, `docs/runbook.md#${alert.toLowerCase()}`);
    assert.match(sections.get(alert) ?? '', /\*\*Cause\.\*\*[\s\S]*\*\*Cure\.\*\*/, alert);
  }
});
