import { hasSucceeded, type RunBody } from '@errand/sdk';
import { type Command, Option } from 'commander';
import { adviseOn } from '../client/advice.ts';
import { call } from '../client/call.ts';
import { findUndeclared, parseInputs, resolveInputs } from '../client/inputs.ts';
import { showOutputs, statusName } from '../client/show-job.ts';
import { createWords, type Words, waitForJob } from '../client/wait-for-job.ts';
import { findAgent } from '../operations/find.ts';
import { userExitCodes } from '../terminal/errors.ts';
import { readMoney, readWhole } from '../terminal/text.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;
const lanes = ['normal', 'batch'] as const;
const priorities = ['normal', 'low'] as const;

type Limits = {
  maxCost?: number;
  lane?: (typeof lanes)[number];
  deadline?: number;
  priority?: (typeof priorities)[number];
};

const membersOf = ({ maxCost, lane, deadline, priority }: Limits): Pick<RunBody, 'lane' | 'priority'> => ({
  ...(maxCost !== undefined && { max_cost: maxCost }),
  ...(lane !== undefined && { lane }),
  ...(deadline !== undefined && { deadline_seconds: deadline }),
  ...(priority !== undefined && { priority }),
});

/** What is left to print: the line break, if the words were the output. */
function showRest(text: string, words: Words | undefined): string {
  const printed = words?.printed() ?? '';
  if (printed === '') return text;
  if (printed === text) return '';
  return `\n${text}`;
}

export function addRunCommand(program: Command): void {
  program
    .command('run')
    .description('run an agent and print its output')
    .argument('<agent>', 'id or name')
    .argument('[inputs...]', 'key=value or key=@file')
    .option('--detach', 'do not wait; print the id of the job')
    .option('--stream', 'print the words of the model as they come')
    .option('--timeout <seconds>', 'stop waiting after this time; the job continues', (text) => readWhole(text, DAY))
    .option('--version-id <id>', 'run this version instead of the current one')
    .option('--skip-cache', 'do not use a cached result')
    .option('--max-cost <usd>', 'stop the job at the step that passes this cost', readMoney)
    .addOption(new Option('--lane <lane>', 'batch: model calls may wait, at half the price').choices(lanes))
    .option('--deadline <seconds>', 'in the batch lane: when the job has to be done', (text) => readWhole(text, WEEK))
    .addOption(new Option('--priority <priority>', 'low: run after everything else').choices(priorities))
    .action(async (agentName: string, texts: string[], options, command: Command) => {
      const given = parseInputs(texts);
      await call(command, async ({ errand, signal }) => {
        const agent = await findAgent(errand, agentName);
        const { versionId, skipCache } = options;
        const version =
          versionId === undefined
            ? await errand.versions.current(agent.id)
            : await errand.versions.get(agent.id, versionId);
        for (const line of findUndeclared(given, version.input_definitions)) process.stderr.write(`${line}\n`);
        const inputs = await resolveInputs(errand, given, version.input_definitions, signal);
        const body = { inputs, ...membersOf(options) };
        const jobId = await errand.runs.start(agent.id, body, { versionId, skipCache, signal });
        if (options.detach) return { json: { job_id: jobId }, text: jobId };
        const words = options.stream && !command.optsWithGlobals().json ? createWords() : undefined;
        const job = await waitForJob(errand, jobId, { timeoutSeconds: options.timeout, signal, words }).catch(
          (error) => {
            if (signal.aborted)
              process.stderr.write(`The job continues to run. Follow it with: errand jobs watch ${jobId}\n`);
            throw error;
          },
        );
        if (hasSucceeded(job.status_code)) return { json: job, text: showRest(showOutputs(job.outputs), words) };
        process.exitCode = userExitCodes.failed;
        if (command.optsWithGlobals().json) return { json: job, text: '' };
        process.stderr.write(`✗ ${job.error_message ?? statusName(job.status_code)} (job ${jobId})\n`);
        if (job.error !== null) {
          const { page } = adviseOn(job.error.code, errand.url) ?? {};
          for (const line of [job.error.remedy, page]) if (line !== undefined) process.stderr.write(`  → ${line}\n`);
        }
        return undefined;
      });
    });
}
