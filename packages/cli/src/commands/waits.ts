import type { Wait } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment } from '../terminal/text.ts';

export function addWaitCommands(program: Command): void {
  const waits = program.command('waits').description('manage waits: approvals, questions, events, timers');
  addAnswer(waits);
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
