import { setTimeout as delay } from 'node:timers/promises';
import { startHarness } from '../../harness.ts';
import { createAgent, startJob } from '../../runs.ts';
import { killProcess, startWorkerProcess, type WorkerProcess } from '../../worker-process.ts';
import { writeModelsFile } from '../fixtures.ts';
import { type JudgedJob, judgeChains } from './judge.ts';
import { startChainProviders } from './providers.ts';

// Runs jobs with chains of three models against providers that misbehave, while workers are killed, and judges every job.

const WORKER = new URL('../../flows/worker-child.ts', import.meta.url);
const names = ['first', 'second', 'third'] as const;
const AT_ONCE = 24;
/** USD of one call of each model. The second is dear, so that small budgets end in the middle of a chain. */
const prices = { first: { input: 1, output: 2 }, second: { input: 5, output: 10 }, third: { input: 1, output: 2 } };
const SMALL = 0.002;
const LARGE = 1;
const when = ['outage', 'rate_limit', 'refusal', 'too_long'];

export type Proof = {
  calls: number;
  jobs: number;
  finished: number;
  substituted: number;
  kills: number;
  faults: string[];
  seen: object;
};

/** A worker is killed after each `killEveryCalls` calls, so that a slow machine has time for them. */
export async function proveChains(options: { calls: number; killEveryCalls: number; limitMs: number }): Promise<Proof> {
  const providers = await startChainProviders();
  const file = await writeModelsFile({
    providers: Object.fromEntries(names.map((name) => [name, { base_url: `${providers.url}/v1` }])),
    models: names.map((id) => ({ id, provider: id, prices: prices[id] })),
  });
  const env = {
    ERRAND_MODELS_FILE: file.path,
    // Long enough for the first call of a process, which loads modules.
    ERRAND_MODEL_TIMEOUT_SECONDS: '4',
    ERRAND_MODEL_LAST_WORD_SECONDS: '4',
    ERRAND_JOB_CRASHES_MAX: '10',
  };
  const harness = await startHarness({ env: { ...env, ERRAND_ROLE: 'api' } });
  const workers: WorkerProcess[] = [];
  const until = performance.now() + options.limitMs;
  let kills = 0;
  try {
    for (let n = 0; n < 2; n += 1) workers.push(await startWorkerProcess(harness, WORKER, env));
    const org = await harness.org();
    const agent = await createAgent(org, 'MultimodalExtractionEngine', {
      config: {
        text: '${text}',
        model: 'first',
        models: [
          { model: 'second', when },
          { model: 'third', when: [...when, 'budget'] },
        ],
        output_schema: {
          type: 'object',
          properties: { by: { type: 'string' }, id: { type: 'string' }, total: { type: 'string' } },
          required: ['by', 'id', 'total'],
        },
        trust: { check: false },
      },
    });
    const jobs: { id: string; word: string; maxCost: number }[] = [];
    let nextKill = options.killEveryCalls;
    const { system } = harness.database;
    const countOpen = async (): Promise<number> =>
      (await system.query<{ n: number }>('select count(*)::int as n from job_queue'))[0]!.n;
    while (performance.now() < until) {
      const isEnough = providers.asked.length >= options.calls;
      const open = await countOpen();
      if (isEnough && open === 0) break;
      const room = isEnough ? 0 : AT_ONCE - open;
      const added = await Promise.all(
        Array.from({ length: Math.max(0, room) }, async (_, index) => {
          const word = `word-${jobs.length + index + 1}`;
          const maxCost = (jobs.length + index) % 4 === 0 ? SMALL : LARGE;
          return { id: await startJob(org, agent.id, { text: `About ${word}.`, max_cost: maxCost }), word, maxCost };
        }),
      );
      jobs.push(...added);
      if (providers.asked.length >= nextKill && !isEnough) {
        kills += 1;
        await killProcess(workers.shift()!);
        workers.push(await startWorkerProcess(harness, WORKER, env));
        nextKill = providers.asked.length + options.killEveryCalls;
      }
      await delay(200);
    }
    for (const worker of workers.splice(0)) await killProcess(worker);
    const judged: JudgedJob[] = [];
    for (const one of jobs) {
      const job = await org.expect(200, 'GET', `/v1/agents/jobs/${one.id}/`);
      const steps = await system.query<{ id: string }>(
        `select substring(result::text from 'answer-[0-9]+') as id from job_steps where job_id = $1 and kind = 'model' and result is not null`,
        [one.id],
      );
      judged.push({
        word: one.word,
        status: job.status_code,
        named: 'first',
        answeredBy: job.status_code === 3 ? JSON.parse(job.outputs[0].value).by : undefined,
        substituted: job.substituted,
        maxCost: one.maxCost,
        cost: job.cost,
        models: job.models,
        recorded: steps.flatMap(({ id }) => (id === null ? [] : [id])),
      });
    }
    return {
      calls: providers.asked.length,
      jobs: jobs.length,
      finished: judged.filter(({ status }) => status >= 3).length,
      substituted: judged.filter((job) => job.substituted).length,
      kills,
      faults: judgeChains(
        judged.filter(({ status }) => status >= 3),
        providers.asked,
      ),
      seen: Object.fromEntries(providers.seen),
    };
  } finally {
    for (const worker of workers) await killProcess(worker);
    await harness.stop();
    await providers.stop();
    await file.remove();
  }
}
