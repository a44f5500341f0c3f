import { everyItem, type Wait } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment, table } from '../terminal/text.ts';

export function addWaitCommands(program: Command): void {
  const waits = program.command('waits').description('manage waits: approvals, questions, events, timers');
  addLook(waits);
  addAnswer(waits);
}

function addLook(waits: Command): void {
  waits
    .command('list')
    .description('list open waits, newest first')
    .option('--all', 'include closed waits')
    .option('--mine', 'only waits that you may answer')
    .option('--job <id>', 'only waits of this job')
    .action((options, command) =>
      call(command, async ({ errand }) => {
        const query = {
          ...(options.all ? {} : { status: 'open' as const }),
          ...(options.mine && { mine: true }),
          ...(options.job && { job_id: options.job }),
        };
        const found = await Array.fromAsync(
          everyItem((page) => errand.waits.list({ ...query, page, page_size: '100' })),
        );
        const rows = found.map((wait) => [wait.id, wait.kind, wait.status, dueOf(wait), wait.title]);
        return { json: { waits: found }, text: table(['ID', 'KIND', 'STATUS', 'DUE', 'TITLE'], rows) };
      }),
    );

  waits
    .command('get')
    .description('show a wait with its question')
    .argument('<wait>', 'id')
    .action((id, _, command) =>
      call(command, async ({ errand }) => {
        const wait = await errand.waits.get(id);
        const facts = done(wait.title, {
          id: wait.id,
          job: wait.job_id,
          status: wait.status,
          due: dueOf(wait),
          ...(wait.options && { options: wait.options.join(', ') }),
          ...(wait.answered_by && { 'answered by': wait.answered_by }),
        });
        const answer = wait.status === 'open' ? [] : ['', `Answer: ${JSON.stringify(wait.answer)}`];
        return { json: wait, text: [facts, ...(wait.body === '' ? [] : ['', wait.body]), ...answer].join('\n') };
      }),
    );
}

function addAnswer(waits: Command): void {
  waits
    .command('answer')
    .description('answer a wait; its job continues')
    .argument('<wait>', 'id')
    .argument('<answer>', 'one of the options, or JSON')
    .option('--comment <text>', 'why')
    .action((id, given: string, options, command) =>
      call(command, async ({ errand }) => {
        const wait = await errand.waits.get(id);
        const body = { answer: readAnswer(wait, given), ...(options.comment && { comment: options.comment }) };
        const answered = await errand.waits.answer(wait.id, body);
        return { json: answered, text: done('Answered.', { job: answered.job_id }) };
      }),
    );

  waits
    .command('link')
    .description('create a link that accepts one answer without a sign-in')
    .argument('<wait>', 'id')
    .option('--hours <n>', 'for how long it works', '24')
    .action((id, options, command) =>
      call(command, async ({ errand }) => {
        const seconds = Math.round(Number(options.hours) * 3_600);
        if (!(seconds >= 60)) throw new UsageError('--hours must be a number of hours, at least one minute.');
        const link = await errand.waits.link(id, { expires_in_seconds: seconds });
        return { json: link, text: done(link.url, { until: moment(new Date(link.expires_at)) }) };
      }),
    );
}

const dueOf = ({ due_at }: Wait): string => (due_at === null ? '–' : moment(new Date(due_at)));

/** Reads an option as text, anything else as JSON, or as text if it is not JSON and there is no schema. */
function readAnswer({ options, answer_schema: schema }: Wait, given: string): unknown {
  if (options !== null) return given;
  try {
    return JSON.parse(given);
  } catch {
    if (schema === null) return given;
    throw new UsageError('The answer must be JSON that matches the schema of the wait.');
  }
}
