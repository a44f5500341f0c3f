import { basename } from 'node:path';
import type { Command } from 'commander';
import { mapRows, readRows } from '../client/batch-rows.ts';
import { call } from '../client/call.ts';
import { finishBatch } from '../client/wait-for-batch.ts';
import { findAgent } from '../operations/find.ts';
import { readMoney } from '../terminal/text.ts';

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
        return finishBatch(errand, batch.id, { signal, out: options.out });
      });
    });
}
