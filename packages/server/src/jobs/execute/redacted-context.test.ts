import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngineFailure } from '#engines/engine/engine.ts';
import { createRedactor } from '#secrets/redact.ts';
import { redactError, redactModel, redactOutside, redactResult } from './redacted-context.ts';
import { loadTrial } from './trial.ts';

const knowing = () => {
  const redactor = createRedactor();
  redactor.add('hunter2', '[secret A]');
  return redactor;
};

test('output of an engine has no secrets, even if one spans two chunks', async () => {
  const given: unknown[] = [];
  const take = async (...args: unknown[]) => void given.push(...args);
  const outside = redactOutside(
    { artifact: take, reference: take, progress: take, keep: take } as never,
    knowing(),
  ) as any;
  await outside.artifact('hunter2.json', { a: ['hunter2'] }, 'from hunter2');
  await outside.progress({ note: 'hunter2' });
  await outside.keep(Buffer.from('x hunter2'));
  async function* pieces() {
    yield Buffer.from('hun');
    yield Buffer.from('ter2 ends');
  }
  await outside.reference(pieces(), {});
  const seen = given
    .map((one) => (one instanceof Uint8Array ? Buffer.from(one).toString() : JSON.stringify(one)))
    .join('\n');
  assert.ok(!seen.includes('hunter2'), seen);
  assert.equal(seen.split('[secret A]').length - 1, 6, seen);
});

test('prompts and results are without them, and a job without secrets pays nothing', async () => {
  const model = (async (name: string, request: unknown) => [name, request]) as never;
  const redacted = redactModel(model, knowing()) as any;
  assert.deepEqual(await redacted('ask hunter2', { prompt: 'hunter2' }), ['ask [secret A]', { prompt: '[secret A]' }]);
  assert.equal(redactModel(model, createRedactor()), model);
  const result = { outputs: [{ key: 'output', data_type: 'text/plain', value: 'hunter2' }] } as never;
  assert.equal((redactResult(result, knowing()) as any).outputs[0].value, '[secret A]');
  assert.equal(redactResult(result, createRedactor()), result);
});

test('a failure keeps its code and its retry; another error loses its cause', () => {
  const failure = new EngineFailure('hunter2 was refused', { code: 'errand.secrets.missing', retry: true });
  const shown = redactError(failure, knowing()) as EngineFailure;
  assert.deepEqual(
    [shown.message, shown.code, shown.retry],
    ['[secret A] was refused', 'errand.secrets.missing', true],
  );
  const error = new TypeError('at hunter2', { cause: 'hunter2' });
  const other = redactError(error, knowing()) as Error;
  assert.deepEqual([other.name, other.message, other.cause], ['TypeError', 'at [secret A]', undefined]);
  assert.ok(!other.stack!.includes('hunter2'));
});

test('a trial whose evaluation was deleted fails with its code; other jobs are no trials', async () => {
  const job = (origin: string) => ({ origin, retriedFrom: null }) as never;
  const db = {} as never;
  assert.equal(await loadTrial(db, async () => assert.fail('nobody asks'), job('http')), undefined);
  await assert.rejects(
    loadTrial(db, async () => undefined, job('evaluation')),
    { code: 'errand.trials.gone' },
  );
});
