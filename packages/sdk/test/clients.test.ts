import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createErrand, type Errand, file } from '@errand/sdk';
import { createGateEngine, testEngines } from '../../server/test/engines.ts';
import { type Harness, startHarness, type TestOrg, until } from '../../server/test/harness.ts';
import { startProxy } from './proxy.ts';

// Tests what the SDK does beyond single calls, against a real server and over connections that break.

describe('the SDK over a network that breaks', () => {
  let harness: Harness;
  let org: TestOrg;
  let errand: Errand;
  let folder: string;
  const gate = createGateEngine();
  before(async () => {
    harness = await startHarness({ engines: [...testEngines, gate.engine] });
    org = await harness.org();
    errand = createErrand({ baseUrl: harness.baseUrl, apiKey: org.apiKey });
    folder = await mkdtemp(join(tmpdir(), 'errand-sdk-'));
  });
  after(async () => {
    await harness.stop();
    await rm(folder, { recursive: true });
  });

  const createAgent = async (name: string, engine_class_id: string) =>
    (await errand.agents.create({ name, engine_class_id })).id;

  test('a wait survives cut connections, misses nothing, and resumes instead of starting over', async (context) => {
    const proxy = await startProxy(harness.baseUrl);
    context.after(() => proxy.stop());
    const through = createErrand({ baseUrl: proxy.url, apiKey: org.apiKey });
    gate.close();
    const jobId = await errand.runs.start(await createAgent('Gate', 'GateEngine'), { inputs: { text: 'cut' } });
    await until(async () => gate.waiting.size === 1, 'the job to run');
    const events: string[] = [];
    const following = (async () => {
      for await (const { event, data } of through.jobs.events(jobId)) {
        if (event !== 'connection') events.push(event);
        else if (data === 'live') events.push('live');
      }
    })();
    const waiting = through.jobs.wait(jobId);
    await until(async () => events.includes('status'), 'the first events');
    const before = proxy.connections();
    proxy.cut();
    await until(async () => events.filter((event) => event === 'live').length === 2, 'the stream to be live again');
    assert.ok(proxy.connections() > before);
    gate.open();
    assert.equal((await waiting).status_code, 3);
    await following;
    const { status_events: told } = await errand.jobs.get(jobId);
    assert.equal(events.filter((event) => event === 'status').length, told.length, 'each status came once');
    assert.equal(events.at(-1), 'end');
  });

  test('a wait ends although the stream of events is held back', async (context) => {
    const proxy = await startProxy(harness.baseUrl);
    context.after(() => proxy.stop());
    proxy.hold((request) => request.includes('/events/'));
    const through = createErrand({ baseUrl: proxy.url, apiKey: org.apiKey });
    gate.open();
    const jobId = await errand.runs.start(await createAgent('Gate', 'GateEngine'), { inputs: { text: 'held' } });
    assert.equal((await through.jobs.wait(jobId)).status_code, 3);
  });

  test('a run whose connection is cut gives the result of its one job', async (context) => {
    const proxy = await startProxy(harness.baseUrl);
    context.after(() => proxy.stop());
    const through = createErrand({ baseUrl: proxy.url, apiKey: org.apiKey });
    gate.close();
    const agentId = await createAgent('Gate', 'GateEngine');
    const running = through.runs.run(agentId, { inputs: { text: 'once' } });
    await until(async () => gate.waiting.size === 1, 'the job to run');
    proxy.cut();
    await until(async () => proxy.connections() >= 2, 'the call to be repeated');
    gate.open();
    const { output } = await running;
    assert.equal(output, 'passed once');
    assert.equal((await errand.jobs.ofAgent(agentId)).count, 1, 'one job, not two');
  });

  test('many runs and the rows of a batch come with their outputs', async () => {
    const agentId = await createAgent('Echo', 'EchoEngine');
    const items = ['a', 'b', 'c', 'd'].map((text) => ({ inputs: { text } }));
    const results = await Array.fromAsync(errand.runs.runMany(agentId, items, { concurrency: 2 }));
    const outputs = results.map((result) => (result.ok ? result.output : result.error));
    assert.equal(new Set(outputs).size, 4);
    const rows = await Array.fromAsync(errand.batches.run(agentId, { inputs: [{ text: 'a' }, { text: 'x' }] }));
    assert.deepEqual(rows.map(({ index }) => index).toSorted(), [0, 1]);
    assert.equal(rows.find(({ index }) => index === 0)!.output, outputs[0]);
    const { id } = await errand.batches.create(agentId, { inputs: [{ text: 'y' }] });
    assert.equal((await errand.batches.wait(id)).counts.success, 1);
  });

  test('files are uploaded from a path, a stream and a Blob, whole', async () => {
    const content = 'Rain on Friday. '.repeat(50_000);
    const path = join(folder, 'forecast.txt');
    await writeFile(path, content);
    async function* pieces() {
      for (let at = 0; at < content.length; at += 70_001) yield Buffer.from(content.slice(at, at + 70_001));
    }
    for (const given of [file(path), file(pieces(), { name: 'forecast.txt' }), new File([content], 'forecast.txt')]) {
      const { id, name, size } = await errand.files.upload(given);
      assert.deepEqual([name, size], ['forecast.txt', content.length]);
      assert.equal(await (await errand.files.content(id)).text(), content);
    }
    await assert.rejects(errand.files.upload(file(join(folder, 'none'))), /does not exist or cannot be read/);
  });
});
