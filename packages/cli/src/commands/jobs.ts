import { displayStatuses, hasSucceeded, jobStatuses } from '@errand/sdk';
import { type Command, Option } from 'commander';
import { call } from '../client/call.ts';
import { duration, money, showJob, showSteps, stateName } from '../client/show-job.ts';
import { showStep } from '../client/show-step.ts';
import { waitForJob } from '../client/wait-for-job.ts';
import { findAgent } from '../operations/find.ts';
import { userExitCodes } from '../terminal/errors.ts';
import { count, done, moment, readUuid, readWhole, table } from '../terminal/text.ts';
import { addBulkCommands } from './bulk.ts';
import { addRequeueCommand } from './requeue.ts';
import { addRerunCommands } from './rerun.ts';

const LIST_MAX = 100;
const STEP_MAX = 999_999_999;

export function addJobCommands(program: Command): void {
  const jobs = program.command('jobs').description('manage jobs');
  addList(jobs);

  jobs
    .command('get')
    .description('show a job with its outputs')
    .argument('<job>', 'its id', readUuid)
    .action((id, _, command) =>
      call(command, async ({ errand }) => {
        const job = await errand.jobs.get(id);
        return { json: job, text: showJob(job) };
      }),
    );

  jobs
    .command('watch')
    .description('wait for a job and print it')
    .argument('<job>', 'its id', readUuid)
    .option('--timeout <seconds>', 'stop waiting after this time', (text) => readWhole(text, 86_400))
    .action((id, { timeout }, command) =>
      call(command, async ({ errand, signal }) => {
        const job = await waitForJob(errand, id, { timeoutSeconds: timeout, signal });
        if (!hasSucceeded(job.status_code)) process.exitCode = userExitCodes.failed;
        return { json: job, text: showJob(job) };
      }),
    );

  jobs
    .command('logs')
    .description('list the recorded steps of a job')
    .argument('<job>', 'its id', readUuid)
    .action((id, _, command) =>
      call(command, async ({ errand }) => {
        const job = await errand.jobs.get(id);
        return { json: { steps: job.steps, status_events: job.status_events }, text: showSteps(job) };
      }),
    );

  jobs
    .command('step')
    .description('show a step of a job with its request and response')
    .argument('<job>', 'its id', readUuid)
    .argument('<number>', 'number of the step in `jobs logs`', (text) => readWhole(text, STEP_MAX))
    .action((id, number, _, command) =>
      call(command, async ({ errand }) => {
        const step = await errand.jobs.step(id, String(number));
        return { json: step, text: showStep(step) };
      }),
    );

  jobs
    .command('cancel')
    .description('cancel jobs that have not ended')
    .argument('<jobs...>', 'their ids')
    .action((texts: string[], _, command) => {
      const ids = texts.map(readUuid);
      return call(command, async ({ errand }) => {
        for (const id of ids) await errand.jobs.cancel(id);
        return { json: { cancelled: ids }, text: done(`Cancelled ${count(ids.length, 'job')}.`) };
      });
    });

  addRerunCommands(jobs);
  addBulkCommands(jobs);
  addRequeueCommand(jobs);
}

function addList(jobs: Command): void {
  jobs
    .command('list')
    .description('list the newest jobs')
    .option('--agent <agent>', 'id or name')
    .addOption(
      new Option('--status <status>', 'only these').choices([...new Set([...displayStatuses, ...jobStatuses])]),
    )
    .option('--needs-review', 'only jobs with values that a person should check')
    .option('--query <query>', 'a job query, such as "status:failure cost:>0.5 output.total:>500 since:24h"')
    .option('--column <path...>', 'also show the value at a path, such as output.total')
    .option('--count', 'print only the number and total cost')
    .option('--search <text>', 'part of the id, version name, inputs or metadata')
    .option('--limit <n>', 'how many', (text) => readWhole(text, LIST_MAX), 20)
    .action(({ agent, status, search, limit, needsReview, query, column = [], count: counts }, command) =>
      call(command, async ({ errand }) => {
        const agentId = agent === undefined ? undefined : (await findAgent(errand, agent)).id;
        const filter = {
          ...(agentId && { agent_id: [agentId] }),
          ...(status && statusFilter(status)),
          ...(query && { q: query }),
          ...(search && { search }),
          ...(needsReview && { needs_review: true }),
        };
        if (counts) {
          const summary = await errand.jobs.summary(filter);
          const number = `${summary.complete ? '' : 'more than '}${count(summary.count, 'job')}`;
          return { json: summary, text: `${number}, ${money(summary.cost)}` };
        }
        const page = await errand.jobs.list({
          ...filter,
          page_size: limit,
          ...(column.length > 0 && { columns: column }),
        });
        const rows = page.results.map((job) => [
          job.id,
          job.agent_name,
          `${stateName(job)}${job.needs_review ? ', needs review' : ''}${job.archived ? ', archived' : ''}`,
          moment(new Date(job.created_at)),
          duration(job.duration_ms),
          money(job.cost),
          ...column.map((path: string) => job.columns?.[path] ?? ''),
        ]);
        const headers = ['ID', 'AGENT', 'STATUS', 'CREATED', 'TOOK', 'COST', ...column];
        return { json: page, text: table(headers, rows) };
      }),
    );
}

/** The words are states as people see them, or those of the codes. */
const statusFilter = (word: string) =>
  displayStatuses.includes(word as never)
    ? { display_status: word }
    : { status_code: String(jobStatuses.indexOf(word as never)) };
