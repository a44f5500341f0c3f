import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { request, startHarness, until } from './harness.ts';
import { startReceiver } from './webhooks/receiver.ts';

// A program that knows the address and a key, and reads nothing but what the server serves.

const CALLS_MAX = 12;
const curl = spawnSync('curl', ['--version']).status === 0;
const skip = curl ? false : 'curl is not installed';

test('from / and a key, served documents lead to everything in 12 calls', { skip }, async (t) => {
  const harness = await startHarness({ env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
  const receiver = await startReceiver();
  const folder = await mkdtemp(join(tmpdir(), 'errand-short-path-'));
  t.after(async () => {
    await harness.stop();
    await receiver.stop();
    await rm(folder, { recursive: true, force: true });
  });
  const { apiKey } = await harness.org();

  const entrance = await request(harness.baseUrl, undefined, 'GET', '/', undefined, { accept: '*/*' });
  const llms = await request(harness.baseUrl, undefined, 'GET', entrance.body.llms);
  const script = readBlocks(llms.text);
  const log = join(folder, 'calls');
  // Each answer on a line of its own; the call is counted.
  const counted = `curl() { echo call >> ${log}; command curl --fail-with-body "$@"; echo; }`;
  const { stdout, code } = await run(`set -e\n${counted}\n${script}`, {
    PATH: process.env.PATH,
    ERRAND_URL: harness.baseUrl,
    ERRAND_API_KEY: apiKey,
    WEBHOOK_URL: receiver.url,
  });
  assert.equal(code, 0, stdout);
  const calls = 2 + (await readFile(log, 'utf8')).trim().split('\n').length;
  assert.ok(calls <= CALLS_MAX, `${calls} calls`);

  const lines = stdout.split('\n').filter((line) => line !== '');
  const [version, outputs, webhook, [decided], ...others] = lines.map((line) => JSON.parse(line));
  const [schedule, rows] = [others.at(-1), others.slice(0, -1)];
  assert.equal(version.version_name, 'with number');
  assert.deepEqual(JSON.parse(outputs[0].value), { invoice_number: 'A-17', total: 118 });
  assert.equal(JSON.parse(decided.result_rows[0][0]).compliance_result.verdict, 'rejected');
  assert.ok(Date.parse(schedule.next_at) > Date.now(), 'the schedule is due in the future');
  assert.deepEqual(
    rows.map(({ outputs: [output] }) => JSON.parse(output.value).total),
    [10, 20],
  );

  // The jobs of SQL and of the batch are told, signed as the page says.
  await until(async () => receiver.received.length >= 3, 'three deliveries');
  const verifier = new Webhook(webhook.secret);
  const totals = receiver.received.map(({ body, headers }) => {
    const event = verifier.verify(body, headers as Record<string, string>) as { job: { output: { total?: number } } };
    return event.job.output.total;
  });
  assert.deepEqual(totals.filter((total) => total !== undefined).sort(), [10, 20]);
});

const readBlocks = (markdown: string): string =>
  Array.from(markdown.matchAll(/^```sh\n([\s\S]*?)^```$/gm), ([, block]) => block).join('\n');

async function run(script: string, env: NodeJS.ProcessEnv): Promise<{ stdout: string; code: number }> {
  const child = spawn('sh', ['-c', script], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = new Promise<number>((resolve, reject) => child.on('close', resolve).on('error', reject));
  return { stdout: await text(child.stdout), code: await closed };
}
