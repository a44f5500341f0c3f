import type { Batch } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { finishBatch, writeResults } from '../client/wait-for-batch.ts';
import { findNamed } from '../operations/find.ts';
import { count, done } from '../terminal/text.ts';

/** Commands for batches that run already. `list`, `get` and `cancel` come from the contract. */
export function addBatchesCommands(program: Command): void {
  const batches = program.command('batches').description('wait for batches, read their results, run failed rows again');
  const about = 'id or name';

  batches
    .command('wait')
    .description('wait until a batch ends')
    .argument('<batch>', about)
    .option('--out <file>', 'then write the results as JSON lines')
    .action((name, { out }, command) =>
      call(command, async ({ errand, signal }) => {
        const { id } = await findNamed<Batch>(errand, 'batches.list', name);
        return finishBatch(errand, id, { signal, out });
      }),
    );

  batches
    .command('results')
    .description('print the results of a batch as JSON lines, in the order of its rows')
    .argument('<batch>', about)
    .option('--out <file>', 'write them to this file')
    .action((name, { out }, command) =>
      call(command, async ({ errand, signal }) => {
        const batch = await findNamed<Batch>(errand, 'batches.list', name);
        if (out !== undefined) {
          await writeResults(errand, batch.id, out, signal);
          return { json: { file: out }, text: done(out, { rows: String(batch.total) }) };
        }
        const results = await Array.fromAsync(errand.batches.results(batch.id, {}, { signal }));
        return { json: { results }, text: results.map((line) => JSON.stringify(line)).join('\n') };
      }),
    );

  batches
    .command('retry')
    .description('run the failed rows of a batch again, and do not wait')
    .argument('<batch>', about)
    .action((name, _, command) =>
      call(command, async ({ errand }) => {
        const batch = await findNamed<Batch>(errand, 'batches.list', name);
        const { failure } = batch.counts;
        if (failure === 0) return { json: batch, text: done('No row has failed. Nothing was started.') };
        const started = await errand.batches.retryFailed(batch.id);
        return { json: started, text: done(`${count(failure, 'row')} started again.`, { id: batch.id }) };
      }),
    );

  batches
    .command('resume')
    .description('run the failed rows of a batch again, if there are any, and wait until it ends')
    .argument('<batch>', about)
    .option('--out <file>', 'then write the results as JSON lines')
    .action((name, { out }, command) =>
      call(command, async ({ errand, signal }) => {
        const { id, counts } = await findNamed<Batch>(errand, 'batches.list', name);
        if (counts.failure > 0) await errand.batches.retryFailed(id);
        return finishBatch(errand, id, { signal, out });
      }),
    );
}
