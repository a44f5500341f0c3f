import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BulkOperation, Errand } from '@errand/sdk';
import { type Command, Option } from 'commander';
import { call } from '../client/call.ts';
import { showErrors } from '../client/show-errors.ts';
import { money } from '../client/show-job.ts';
import { userExitCodes } from '../terminal/errors.ts';
import { count, done, moment, readUuid, table } from '../terminal/text.ts';

const kinds = ['retry', 'cancel', 'delete_data', 'export', 'add_to_set'] as const;
const LOOK_MS = 500;

/** Commands for bulk actions, which the server runs. */
export function addBulkCommands(jobs: Command): void {
  jobs
    .command('bulk')
    .description('apply an action to every job that a query finds; without --yes, only show their number and cost')
    .addArgument(jobs.createArgument('<action>', 'the action').choices([...kinds]))
    .requiredOption('--query <query>', 'a job query, such as "status:failure since:24h"')
    .option('--yes', 'start it')
    .option('--set <id>', 'for add_to_set: the evaluation set', readUuid)
    .option('--current-version', 'for retry: use the current version of each agent')
    .option('--out <file>', 'write the jobs to this file: Parquet if the name ends in .parquet, otherwise CSV')
    .option('--detach', 'do not wait until the action ends')
    .action((kind, options, command) =>
      call(command, async ({ errand, signal }) => {
        const planned = await errand.bulk.plan({
          kind,
          filter: { q: options.query },
          ...(options.set && { evaluation_set_id: options.set }),
          ...(options.currentVersion && { with_current_version: true }),
        });
        const facts = {
          jobs: String(planned.total),
          'cannot be included': String(planned.left_out),
          ...(planned.searched_to && { 'archived, not included': `before ${moment(new Date(planned.searched_to))}` }),
          cost: money(planned.estimated_cost),
        };
        if (!options.yes)
          return { json: planned, text: done('Nothing was changed. Add --yes to run the action.', facts) };
        const started = await errand.bulk.start(planned.id);
        const ended = options.detach ? started : await untilEnded(errand, started, signal);
        if (options.out)
          await writeFile(
            options.out,
            Buffer.from(await (await errand.bulk.file(ended.id, formatOf(options.out))).arrayBuffer()),
          );
        if (ended.counts.failed > 0) process.exitCode = userExitCodes.failed;
        return {
          json: ended,
          text: done(`${kind}: ${count(ended.counts.done, 'job')}.`, factsOf(ended)),
        };
      }),
    );

  jobs
    .command('bulk-status')
    .description('list actions on many jobs; with an id, show, pause, resume, stop or undo one')
    .argument('[operation]', 'its id', readUuid)
    .addOption(new Option('--do <verb>', 'change it').choices(['pause', 'resume', 'cancel', 'undo']))
    .action((id: string | undefined, options: { do?: 'pause' | 'resume' | 'cancel' | 'undo' }, command) =>
      call(command, async ({ errand }) => {
        if (id !== undefined) {
          const one = options.do === undefined ? await errand.bulk.get(id) : await errand.bulk[options.do](id);
          return { json: one, text: done(`${one.kind}: ${one.status}`, factsOf(one)) };
        }
        const page = await errand.bulk.list({ page_size: 20 });
        const rows = page.results.map((one) => [
          one.id,
          one.kind,
          one.status,
          `${one.total - one.counts.pending} of ${one.total}`,
          moment(new Date(one.created_at)),
        ]);
        return { json: page, text: table(['ID', 'ACTION', 'STATUS', 'JOBS', 'CREATED'], rows) };
      }),
    );

  jobs
    .command('errors')
    .description('list recent failures by cause, with the remedy')
    .action((_options, command) =>
      call(command, async ({ errand }) => {
        const groups = await errand.jobs.errors();
        return { json: groups, text: showErrors(groups) };
      }),
    );
}

const formatOf = (path: string) => ({ format: path.endsWith('.parquet') ? ('parquet' as const) : ('csv' as const) });

const factsOf = ({
  id,
  paused_because: why,
  counts: { done: made, skipped, failed, pending },
}: BulkOperation): Record<string, string> => ({
  id,
  ...(why !== null && { paused: why }),
  done: String(made),
  skipped: String(skipped),
  failed: String(failed),
  pending: String(pending),
});

async function untilEnded(errand: Errand, started: BulkOperation, signal: AbortSignal): Promise<BulkOperation> {
  let now = started;
  while (now.status === 'running') {
    await delay(LOOK_MS, undefined, { signal });
    now = await errand.bulk.get(now.id);
  }
  return now;
}
