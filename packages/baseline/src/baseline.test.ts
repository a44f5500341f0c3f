import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { type Baseline, createBaseline } from './baseline.ts';

const open: Baseline[] = [];
after(() => Promise.all(open.map(({ stop }) => stop())));

function start(limits: Parameters<typeof createBaseline>[0] = {}): Baseline {
  const baseline = createBaseline(limits);
  open.push(baseline);
  return baseline;
}

const shared = start({ threadsMax: 1 });

const schema = {
  type: 'object',
  properties: { invoice_number: { type: 'string' }, total: { type: 'number' }, topic: { enum: ['plumbing', 'opera'] } },
};
const text = 'Invoice number: A-17\nTotal: EUR 120.50\n\nThe leaking pipe in the kitchen was repaired.';
const answer = { invoice_number: 'A-17', total: 120.5, topic: 'plumbing' };
/** Long enough to be in progress when it is stopped. */
const longText = 'Total 5.00 for Acme Ltd, paid by Ada Byron on 5 May 2024 to Bob Stone in Paris. '.repeat(10_000);

test('the same question gets the same answer: in any order, side by side, after a restart', async () => {
  const one = start({ threadsMax: 2 });
  assert.deepEqual(await one.fillSchema(text, { schema }), answer);
  const others = Array.from({ length: 5 }, (_, index) =>
    one.fillSchema(`Total: ${index}.00\nOpera tickets`, { schema }),
  );
  assert.deepEqual(await one.fillSchema(text, { schema }), answer);
  await Promise.all(others);
  await one.stop();
  assert.deepEqual(await one.fillSchema(text, { schema }), answer);
  assert.deepEqual(await shared.fillSchema(text, { schema }), answer);
});

test('time zone and language of the machine change nothing, and an idle thread keeps no process alive', async () => {
  const code = `
    import { createBaseline } from ${JSON.stringify(new URL('./baseline.ts', import.meta.url).href)};
    const properties = { sent_at: { type: 'string', format: 'date-time' }, due_date: { type: 'string', format: 'date' }, total: { type: 'number' } };
    const { fillSchema } = createBaseline({ idleMs: 3_600_000 });
    console.log(JSON.stringify(await fillSchema('Sent: 31 Dec 2024 23:30\\nDue date: tomorrow\\nTotal: 1,234.50', { schema: { type: 'object', properties } })));`;
  const run = async (env: Record<string, string>): Promise<string> =>
    (
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
        env: { ...process.env, ...env },
      })
    ).stdout;
  const [east, west] = await Promise.all([
    run({ TZ: 'Pacific/Kiritimati', LANG: 'de_DE.UTF-8' }),
    run({ TZ: 'Pacific/Pago_Pago', LANG: 'en_US.UTF-8' }),
  ]);
  assert.equal(east, west);
  assert.deepEqual(JSON.parse(east), { sent_at: '2024-12-31T23:30:00Z', due_date: '2025-01-01', total: 1234.5 });
});

test('cancelling stops the work and leaves the next task unharmed', async () => {
  const baseline = start({ threadsMax: 1 });
  const controller = new AbortController();
  const work = baseline.fillSchema(longText, { schema, signal: controller.signal });
  const queued = baseline.fillSchema(longText, { schema, signal: controller.signal });
  const next = baseline.fillSchema(text, { schema });
  controller.abort(new Error('cancelled'));
  await assert.rejects(work, /cancelled/);
  await assert.rejects(queued, /cancelled/);
  assert.deepEqual(await next, answer);
  await assert.rejects(baseline.fillSchema(text, { schema, signal: controller.signal }), /cancelled/);
});

test('work beyond its time ends in words that help', async () => {
  const baseline = start({ taskMs: 5 });
  await assert.rejects(baseline.fillSchema(longText, { schema }), /did not finish within 0.005 s. Shorten the text/);
});

test('work beyond its memory ends in words that help, and the process lives', async () => {
  const baseline = start({ memoryMb: 24 });
  await assert.rejects(baseline.fillSchema(longText, { schema }), /ran out of memory/);
});

test('the event loop stays free while a long text is read', async () => {
  const controller = new AbortController();
  const work = start().fillSchema(longText, { schema, signal: controller.signal });
  const { promise: ticked, resolve } = Promise.withResolvers<string>();
  let ticks = 0;
  const timer = setInterval(() => {
    ticks += 1;
    if (ticks === 5) resolve('five turns of the loop');
  }, 1);
  assert.equal(await Promise.race([work.then(() => 'the work'), ticked]), 'five turns of the loop');
  clearInterval(timer);
  controller.abort();
  await assert.rejects(work);
});

test('a text of 10 MB, too many texts and hostile schemas are refused in words', async () => {
  const baseline = shared;
  await assert.rejects(baseline.fillSchema('x'.repeat(10 * 1024 ** 2), { schema }), /10485760 characters/);
  await assert.rejects(
    baseline.similarity(
      'a',
      Array.from({ length: 3_000 }, () => 'b'),
    ),
    /at most 2000 texts/,
  );
  let deep: Record<string, unknown> = {};
  for (let level = 0; level < 10_000; level += 1) deep = { type: 'object', properties: { a: deep } };
  await assert.rejects(baseline.fillSchema(text, { schema: deep }), /nested more than/);
  const wide = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`f${index}`, { type: 'string' }]));
  await assert.rejects(baseline.fillSchema(text, { schema: { type: 'object', properties: wide } }), /more than/);
  const backtracking = { type: 'object', properties: { code: { type: 'string', pattern: '^(a+)+$' } } };
  assert.deepEqual(await baseline.fillSchema(`Code: ${'a'.repeat(30)}b`, { schema: backtracking }), {});
});

test('a reference that branches into itself is bounded', async () => {
  const $defs = {
    a: { type: 'object', properties: { b: { $ref: '#/$defs/a' }, c: { $ref: '#/$defs/a' }, d: { $ref: '#/$defs/a' } } },
  };
  assert.ok(await shared.fillSchema(text, { schema: { $ref: '#/$defs/a', $defs } }));
});

test('nearness in meaning is a number from 0 to 1, and the nearest is the one that means the same', async () => {
  const scores = await shared.similarity('The parcel has not arrived', [
    'Where is my delivery?',
    'The opera begins at eight.',
    'The parcel has not arrived',
    '',
  ]);
  assert.ok(scores.every((score) => score >= 0 && score <= 1));
  assert.ok(scores[2]! > 0.99 && scores[0]! > scores[1]! && scores[3] === 0);
  assert.deepEqual(await shared.similarity('x', []), []);
});

test('an empty text has an empty summary and fills nothing', async () => {
  const baseline = shared;
  assert.equal(await baseline.summarize(''), '');
  assert.deepEqual(
    await baseline.fillSchema('', { schema: { type: 'object', properties: { total: { type: 'number' } } } }),
    {},
  );
});
