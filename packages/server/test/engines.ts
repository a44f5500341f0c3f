import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Type } from 'typebox';
import {
  defineEngine,
  type Engine,
  type EngineContext,
  EngineFailure,
  type EngineOutput,
} from '#engines/engine/engine.ts';

// Engines for tests. Each parameter is an optional text input of the run, or else a key of the agent's configuration.

type Values = Record<string, string | number | boolean>;
type Run = { values: Values; inputs: Record<string, string> };

/** Gives every input back as an output of the same key. `read`: the text of the files that an input names. */
const echo = testEngine('EchoEngine', { text: '', read: false }, async (context, { values, inputs }) => {
  const outputs: EngineOutput[] = [];
  for (const [key, value] of Object.entries(inputs)) {
    outputs.push(output(key, values.read && value.startsWith('file_') ? await readFiles(context, value) : value));
  }
  return outputs;
});

/** Waits and stops when it is told to. */
const sleep = testEngine('SleepEngine', { ms: 100 }, async ({ signal }, { values }) => {
  await delay(Number(values.ms), undefined, { signal });
  return 'slept';
});

/** Blocks the main thread: forever in a loop, or in a regular expression that backtracks for longer than anybody waits. */
const stuck = testEngine('StuckEngine', { pattern: false }, async (_context, { values }) => {
  await delay(1);
  if (isTrue(values.pattern)) return String(/^(a+)+$/.test(`${'a'.repeat(60)}b`));
  for (;;);
});

/** Waits and does not listen. */
const stubborn = testEngine('StubbornEngine', { ms: 60_000 }, async (_context, { values }) => {
  await delay(Number(values.ms), undefined, { ref: false });
  return 'ready at last';
});

/** Fails the first `times` attempts: with a public text, or (`unknown`) as an engine with a bug does. */
const fail = testEngine(
  'FailEngine',
  { message: 'The document has no pages.', retry: false, unknown: false, times: 1_000 },
  async ({ attempt }, { values }) => {
    if (attempt > Number(values.times)) return 'recovered';
    if (isTrue(values.unknown)) throw new TypeError(`secret internals: ${values.message}`);
    throw new EngineFailure(String(values.message), { retry: isTrue(values.retry) });
  },
);

/** `steps` steps of `cost` USD each, 10 tokens in and 5 out. Fails its first `failures` attempts after them. */
const cost = testEngine(
  'CostEngine',
  { steps: 1, cost: 0.01, ms: 0, failures: 0, text: '' },
  async (context, { values }) => {
    for (let index = 0; index < Number(values.steps); index += 1) {
      await context.step(
        'spend',
        async (usage) => {
          Object.assign(usage, { model: 'test-model', inputTokens: 10, outputTokens: 5, cost: Number(values.cost) });
          if (Number(values.ms) > 0) await delay(Number(values.ms), undefined, { signal: context.signal });
        },
        { kind: 'model' },
      );
    }
    if (context.attempt <= Number(values.failures)) throw new EngineFailure('Paid, but not ready.', { retry: true });
    return 'spent';
  },
);

/**
 * Everything a context offers: progress, journalled steps (`parallel`: all at once), an artifact, a reference. Fails its
 * first attempts after the steps.
 */
const steps = testEngine(
  'StepsEngine',
  { steps: 2, parallel: false, failures: 0, text: '' },
  async (context, { values }) => {
    const count = Number(values.steps);
    const seen: number[] = [];
    const step = async (index: number): Promise<void> => {
      context.progress({ done: index, of: count });
      seen.push(await context.step('work', async () => context.attempt));
    };
    if (isTrue(values.parallel)) await Promise.all(Array.from({ length: count }, (_, index) => step(index)));
    else for (let index = 0; index < count; index += 1) await step(index);
    if (context.attempt <= Number(values.failures)) throw new EngineFailure('Not this time.', { retry: true });
    const artifact = await context.artifact('evidence', { text: values.text, big: 12345678901234567890n.toString() });
    const page = new TextEncoder().encode('<p>0123456789</p>');
    const reference = await context.reference(page, { contentType: 'text/html', extension: 'html' });
    return [
      output('attempts', JSON.stringify(seen)),
      { ...output('page', JSON.stringify({ references: [reference], evidence_data: [artifact] })), cost: 0.5 },
    ];
  },
);

/** An output of `bytes` bytes. */
const huge = testEngine('HugeEngine', { bytes: 1_000_000 }, async (_context, { values }) =>
  'x'.repeat(Number(values.bytes)),
);

/** Ends its process on the first `times` attempts: only for processes of their own. */
const crash = testEngine('CrashEngine', { times: 1_000, ms: 0 }, async ({ attempt, signal }, { values }) => {
  if (Number(values.ms) > 0) await delay(Number(values.ms), undefined, { signal });
  if (attempt <= Number(values.times)) process.exit(1);
  return 'survived';
});

/**
 * A step of `cost`, one wait as the JSON `request` says (`times`: several, one after the other; `together`: at once), a
 * step of `cost` again that takes `ms`. Gives the answers.
 */
const wait = testEngine(
  'WaitEngine',
  {
    request: '{"kind":"approval","title":"Go on?","options":["yes","no"]}',
    times: 1,
    together: false,
    cost: 0,
    ms: 0,
    text: '',
  },
  async (context, { values }) => {
    const spend = (name: string, ms: number) =>
      context.step(
        name,
        async (usage) => {
          if (ms > 0) await delay(ms, undefined, { signal: context.signal });
          usage.cost = Number(values.cost);
          return context.attempt;
        },
        { kind: 'model' },
      );
    await spend('before', 0);
    const ask = () => context.wait(JSON.parse(String(values.request)));
    const answers: unknown[] = [];
    if (isTrue(values.together)) {
      answers.push(...(await Promise.all(Array.from({ length: Number(values.times) }, ask))));
    } else for (let index = 0; index < Number(values.times); index += 1) answers.push(await ask());
    await spend('after', Number(values.ms));
    return [output('answers', JSON.stringify(answers)), output('text', String(values.text))];
  },
);

export const testEngines: Engine[] = [echo, sleep, stuck, stubborn, fail, cost, steps, huge, crash, wait];

/** Counts its runs in this process, so that an answer from the cache shows. `fail`: counts and then fails. */
export function createCountingEngine(id = 'CountingEngine') {
  const runs: { jobId: string; inputs: Record<string, string> }[] = [];
  const engine = testEngine(id, { text: '', fail: false }, async ({ jobId }, { values, inputs }) => {
    runs.push({ jobId, inputs });
    if (isTrue(values.fail)) throw new EngineFailure(`Failure ${runs.length}`);
    return `run ${runs.length}`;
  });
  return { engine, runs };
}

/** Jobs wait at the gate until the test opens it, in the order in which they came. */
export function createGateEngine(id = 'GateEngine') {
  const waiting = new Map<string, () => void>();
  const started: string[] = [];
  let isOpen = false;
  const engine = testEngine(id, { text: '' }, async ({ jobId, signal }, { values }) => {
    started.push(String(values.text));
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      if (isOpen) resolve();
      else waiting.set(jobId, resolve);
    }).finally(() => waiting.delete(jobId));
    return `passed ${values.text}`;
  });
  return {
    engine,
    /** The `text` of the jobs that have begun, in order. */
    started,
    waiting,
    /** Lets those through that wait, and all that come until it is closed. */
    open(): void {
      isOpen = true;
      for (const pass of waiting.values()) pass();
    },
    close(): void {
      isOpen = false;
    },
  };
}

function testEngine(
  id: string,
  defaults: Values,
  run: (context: EngineContext, run: Run) => Promise<string | EngineOutput[]>,
): Engine {
  return defineEngine<Record<string, unknown>>({
    id,
    name: id.replace(/Engine$/, ''),
    description: `Test engine ${id}.`,
    inputs: Object.keys(defaults).map((key) => ({
      key,
      data_type: 'text/plain',
      description: `Parameter of ${id}.`,
      required: false,
    })),
    configSchema: Type.Object({}, { additionalProperties: true }),
    async run(context, { inputs, config }) {
      const values = Object.fromEntries(
        Object.entries(defaults).map(([key, value]) => [key, inputs[key] ?? (config[key] as string) ?? value]),
      );
      const result = await run(context, { values, inputs });
      return { outputs: typeof result === 'string' ? [output('output', result)] : result };
    },
  });
}

const output = (key: string, value: string): EngineOutput => ({ key, data_type: 'text/plain', value });

const isTrue = (value: unknown): boolean => String(value) === 'true';

async function readFiles(context: EngineContext, value: string): Promise<string> {
  const contents = value.split(',').map(async (id) => text(await (await context.file(id)).open()));
  return (await Promise.all(contents)).join('|');
}

/** Fails the first run with each text in which there is an exclamation mark, and answers the next. */
export function createFlakyEngine(id = 'FlakyEngine') {
  const seen = new Set<string>();
  return testEngine(id, { text: '' }, async (_context, { values: { text } }) => {
    const isFirst = !seen.has(String(text));
    seen.add(String(text));
    if (isFirst && String(text).includes('!')) throw new EngineFailure('It did not work this time.');
    return `read ${text}`;
  });
}
