import { createWriteStream } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Batch } from '@errand/sdk';
import type { Command } from 'commander';
import { mapRows, readRows } from '../client/batch-rows.ts';
import { call } from '../client/call.ts';
import type { Connection } from '../client/connect.ts';
import { money } from '../client/show-job.ts';
import { findAgent } from '../operations/find.ts';
import { userExitCodes } from '../terminal/errors.ts';
import { bar, createStatusLine } from '../terminal/progress.ts';
import { count, done, readMoney } from '../terminal/text.ts';

export function addBatchCommand(program: Command): void {
  program
    .command('batch')
    .description('run an agent over the rows of a CSV or JSON lines file')
    .argument('<file>', 'the file; - is standard input')
    .requiredOption('--agent <agent>', 'id or name')
    .option('--map <pairs...>', 'assign a column to an input with another name')
    .option('--max-cost <usd>', 'stop starting rows when this cost is reached', readMoney)
    .option('--name <name>', 'name of the batch (default: the file name)')
    .option('--out <file>', 'write the results as JSON lines')
    .option('--detach', 'do not wait; print the id of the batch')
    .action(async (file: string, options, command: Command) => {
      const rows = await readRows(file);
      await call(command, async ({ errand, signal }) => {
        const agent = await findAgent(errand, options.agent);
        const version = await errand.versions.current(agent.id);
        const keys = version.input_definitions.map(({ key }) => key);
        const batch = await errand.batches.create(
          agent.id,
          {
            inputs: mapRows(rows, options.map ?? [], keys),
            name: options.name ?? basename(file),
            ...(options.maxCost !== undefined && { max_cost: options.maxCost }),
          },
          { signal },
        );
        if (options.detach) return { json: batch, text: batch.id };
        const ended = await waitForBatch(errand, batch.id, signal);
        if (options.out) await writeResults(errand, batch.id, options.out, signal);
        const { success, cached, failure, cancelled } = ended.counts;
        if (failure + cancelled > 0) process.exitCode = userExitCodes.failed;
        const facts = {
          id: ended.id,
          succeeded: String(success + cached),
          failed: String(failure),
          ...(cancelled > 0 && { cancelled: String(cancelled) }),
          cost: money(ended.cost),
          ...(options.out && { results: options.out }),
        };
        return { json: ended, text: done(`The batch of ${count(ended.total, 'row')} has ended.`, facts) };
      });
    });
}

async function waitForBatch(errand: Connection, id: string, signal: AbortSignal): Promise<Batch> {
  const line = createStatusLine();
  try {
    // Without a terminal nobody sees the progress, so one long wait is enough.
    return await errand.batches.wait(id, { signal, onProgress: line.isShown ? showProgress : undefined });
  } catch (error) {
    if (signal.aborted) process.stderr.write(`The batch ${id} continues to run.\n`);
    throw error;
  } finally {
    line.end();
  }

  function showProgress({ counts, total, cost, eta_seconds }: Batch): void {
    const { success, cached, failure, cancelled } = counts;
    const eta = eta_seconds === null ? '' : `, about ${Math.ceil(eta_seconds)} s left`;
    line.show(`${bar(success + cached + failure + cancelled, total)}, ${failure} failed, ${money(cost)}${eta}`);
  }
}

async function writeResults(errand: Connection, id: string, path: string, signal: AbortSignal): Promise<void> {
  const lines = Readable.from(
    (async function* () {
      for await (const line of errand.batches.results(id, {}, { signal })) yield `${JSON.stringify(line)}\n`;
    })(),
  );
  await pipeline(lines, createWriteStream(path));
}
