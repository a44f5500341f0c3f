import type { Job } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { type Change, compareValues, showChanges } from '../client/compare.ts';
import { parseInputs, resolveInputs } from '../client/inputs.ts';
import { duration, money, statusName } from '../client/show-job.ts';
import { readUuid, readWhole, table } from '../terminal/text.ts';

const STEP_MAX = 999_999_999;

/** Commands that run a job again and compare the outputs. */
export function addRerunCommands(jobs: Command): void {
  jobs
    .command('retry')
    .description('run a finished job again, unchanged or with changes')
    .argument('<job>', 'its id', readUuid)
    .option('--input <key=value>', 'another value for an input, or key=@file; repeatable', collect, [])
    .option('--version-id <id>', 'with this version of the agent', readUuid)
    .option('--model <model>', 'with this model')
    .option('--from-step <number>', 'reuse the recorded steps before this step', (text) => readWhole(text, STEP_MAX))
    .action((id, { input, versionId, model, fromStep }, command) => {
      const given = parseInputs(input);
      return call(command, async ({ errand, signal }) => {
        const jobId = await errand.jobs.retry(id, {
          ...(versionId !== undefined && { agent_version_id: versionId }),
          ...(model !== undefined && { model }),
          ...(fromStep !== undefined && { from_step: fromStep }),
          ...(given.length > 0 && { inputs: await readInputs() }),
        });
        return { json: { job_id: jobId }, text: jobId };

        async function readInputs(): Promise<Record<string, unknown>> {
          const job = await errand.jobs.get(id);
          const version = await errand.versions.get(job.agent_id, versionId ?? job.agent_version_id);
          return resolveInputs(errand, given, version.input_definitions, signal);
        }
      });
    });

  jobs
    .command('compare')
    .description('compare two jobs: inputs, outputs, steps and cost')
    .argument('<first>', 'id of a job', readUuid)
    .argument('<second>', 'id of another job', readUuid)
    .action((first, second, _, command) =>
      call(command, async ({ errand }) => {
        const [one, other] = await Promise.all([errand.jobs.get(first), errand.jobs.get(second)]);
        const changes = compareValues(contentOf(one), contentOf(other));
        return { json: { first: factsOf(one), second: factsOf(other), changes }, text: show(one, other, changes) };
      }),
    );
}

const collect = (text: string, before: string[]): string[] => [...before, text];

const contentOf = (job: Job) => ({
  inputs: Object.fromEntries(job.job_inputs.map(({ key, value }) => [key, read(value)])),
  outputs: Object.fromEntries(job.outputs.map(({ key, value }) => [key, read(value)])),
});

/** Parses JSON so that it is compared by value. Everything else is compared as text. */
function read(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const factsOf = (job: Job) => ({
  id: job.id,
  status: statusName(job.status_code),
  version: job.agent_version_name,
  verdict: verdictOf(job),
  cost: job.cost,
  input_tokens: job.input_tokens,
  output_tokens: job.output_tokens,
  duration_ms: job.duration_ms,
  steps: job.steps.length,
  steps_taken_over: job.steps.filter((step) => step.reused_from !== null).length,
});

function verdictOf({ ui_fields: fields }: Job): string | null {
  const verdict = (fields as { verdict?: unknown } | null)?.verdict;
  return typeof verdict === 'string' ? verdict : null;
}

function show(one: Job, other: Job, changes: readonly Change[]): string {
  const [first, second] = [factsOf(one), factsOf(other)];
  const rows = [
    ['job', first.id, second.id],
    ['status', first.status, second.status],
    ['version', first.version ?? '–', second.version ?? '–'],
    ['verdict', first.verdict ?? '–', second.verdict ?? '–'],
    ['cost', money(first.cost), money(second.cost)],
    ['took', duration(first.duration_ms), duration(second.duration_ms)],
    ['steps', stepsOf(first), stepsOf(second)],
  ];
  return `${table(['', 'FIRST', 'SECOND'], rows)}\n\n${showChanges(changes)}`;
}

const stepsOf = ({ steps, steps_taken_over: taken }: ReturnType<typeof factsOf>): string =>
  taken === 0 ? String(steps) : `${steps} (${taken} reused)`;
