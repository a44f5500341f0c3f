import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Operation } from '@errand/contract/operation.ts';
import { operations } from '@errand/contract/operations/operations.ts';
import { createErrand, ErrandError, InsufficientCreditsError } from '@errand/sdk';
import type { TSchema } from 'typebox';
import { Check, Errors } from 'typebox/value';
import { testEngines } from '../../server/test/engines.ts';
import { type Harness, startHarness } from '../../server/test/harness.ts';
import { startReceiver } from '../../server/test/webhooks/receiver.ts';
import { createWorld } from '../../server/test/world.ts';
import { createWalk, type OperationName, refusals } from './walk.ts';

// Calls every operation of the contract through the SDK against a real server.

type Seen = { method: string; path: string; status: number; body: unknown };

describe('the SDK against the service', () => {
  let harness: Harness;
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  before(async () => {
    harness = await startHarness({ engines: testEngines, env: { ERRAND_OUTBOUND_ALLOW: '127.0.0.0/8' } });
    receiver = await startReceiver();
  });
  after(async () => {
    await harness.stop();
    await receiver.stop();
  });

  test('calls every operation, and its answer is what the contract says', async () => {
    const org = await harness.org();
    let seen: Seen | undefined;
    const as = (apiKey: string) =>
      createErrand({
        baseUrl: harness.baseUrl,
        apiKey,
        retriesMax: 0,
        async fetch(input, init) {
          const response = await fetch(input, init);
          const isJson = response.headers.get('content-type')?.startsWith('application/json');
          const body = isJson ? await response.clone().json() : undefined;
          const path = new URL(String(input)).pathname;
          seen = { method: init?.method ?? 'GET', path, status: response.status, body };
          return response;
        },
      });
    const errand = as(org.apiKey);
    const ids = await createWorld(harness, org);
    const [artifact] = (await errand.jobs.artifacts(ids.job_id!)).artifacts;
    const agent = await errand.agents.get(ids.agent_id!);
    Object.assign(ids, {
      receiver: receiver.url,
      artifact_key: artifact!.artifact_key,
      first_version_id: agent.current_version_id,
    });
    const walk = createWalk(errand, ids, { password: 'correct horse battery staple', as });
    assert.deepEqual(Object.keys(walk).sort(), names().sort());
    for (const [name, call] of Object.entries(walk) as [OperationName, () => unknown][]) {
      seen = undefined;
      try {
        await call();
      } catch (error) {
        if (!(error instanceof ErrandError) || refusals[name] === undefined) throw new Error(name, { cause: error });
      }
      checkAnswer(name, seen!);
    }
  });

  test('a job is waited for until it is final', async () => {
    const org = await harness.org();
    const errand = createErrand({ baseUrl: harness.baseUrl, apiKey: org.apiKey });
    const agent = await errand.agents.create({ name: 'Sleeper', engine_class_id: 'SleepEngine' });
    const jobId = await errand.runs.start(agent.id, { inputs: { ms: '300' } });
    const job = await errand.jobs.wait(jobId);
    assert.equal(job.status_code, 3);
    assert.equal(job.outputs[0]?.value, 'slept');
    assert.equal((await errand.jobs.wait(jobId)).id, jobId, 'one that is over is given at once');
    await assert.rejects(errand.jobs.wait('01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'), /No job/);
  });

  test('a run without credits is an error of its own', async () => {
    const org = await harness.org({ credits: 0 });
    const errand = createErrand({ baseUrl: harness.baseUrl, apiKey: org.apiKey });
    const agent = await errand.agents.create({ name: 'Echo', engine_class_id: 'EchoEngine' });
    await assert.rejects(errand.runs.start(agent.id, { inputs: { text: 'Ada' } }), InsufficientCreditsError);
  });
});

function names(): string[] {
  return Object.entries(operations).flatMap(([resource, table]) =>
    Object.keys(table).map((name) => `${resource}.${name}`),
  );
}

function checkAnswer(name: OperationName, { method, path, status, body }: Seen): void {
  const [resource = '', member = ''] = name.split('.');
  const operation = (operations as unknown as Record<string, Record<string, Operation>>)[resource]![member]!;
  const patterns = [operation.path, ...(operation.aliases ?? [])].map(
    (one) => new RegExp(`^${one.replace(/:[a-z_]+/g, '[^/]+')}$`),
  );
  assert.ok(method === operation.method && patterns.some((one) => one.test(path)), `${name} called ${method} ${path}`);
  const [refusal, reason] = refusals[name] ?? [];
  if (refusal !== undefined) {
    assert.equal(status, refusal, `${name}: ${reason}`);
    return;
  }
  assert.ok(Object.hasOwn(operation.responses, status) && status < 300, `${name}: ${status} ${JSON.stringify(body)}`);
  const schema = operation.responses[status] as (TSchema & { content?: object }) | null;
  if (schema === null || schema.content !== undefined) return;
  assert.ok(Check(schema, body), `${name}: ${JSON.stringify(Errors(schema, body)).slice(0, 500)}`);
}
