import type { WorkerView } from '@errand/server/operator/workers.ts';
import type { Command } from 'commander';
import { operate } from '../terminal/operate.ts';
import { count, done, moment, table } from '../terminal/text.ts';

export function addWorkerCommands(program: Command): void {
  const workers = program.command('workers').description('manage the processes that run jobs');

  workers
    .command('list')
    .description('list processes with their running jobs')
    .action((_options, command) =>
      operate(command, async ({ db }) => {
        const { listWorkers } = await import('@errand/server/operator/workers.ts');
        const found = await listWorkers(db);
        const rows = found.map((worker) => [
          worker.id,
          `${worker.host} (${worker.pid})`,
          worker.role,
          worker.state,
          `${worker.running} of ${worker.concurrency}`,
          worker.version,
          moment(worker.started_at),
        ]);
        const head = ['ID', 'HOST', 'ROLE', 'STATE', 'JOBS', 'VERSION', 'STARTED'];
        return { json: { workers: found }, text: rows.length === 0 ? 'No processes are running.' : table(head, rows) };
      }),
    );

  workers
    .command('drain')
    .description('stop a worker from claiming jobs; its running jobs continue')
    .argument('<id>', 'id of the worker, or its host')
    .action((who, _options, command) =>
      operate(command, async ({ db }) => {
        const { setDraining } = await import('@errand/server/operator/workers.ts');
        const worker = await setDraining(db, who, true);
        return { json: worker, text: done(`The worker on ${worker.host} no longer claims jobs.`, facts(worker)) };
      }),
    );

  workers
    .command('resume')
    .description('let a drained worker claim jobs again')
    .argument('<id>', 'id of the worker, or its host')
    .action((who, _options, command) =>
      operate(command, async ({ db }) => {
        const { setDraining } = await import('@errand/server/operator/workers.ts');
        const worker = await setDraining(db, who, false);
        return { json: worker, text: done(`The worker on ${worker.host} claims jobs again.`, facts(worker)) };
      }),
    );
}

const facts = ({ id, state, running }: WorkerView): Record<string, string> => ({
  id,
  state,
  running: count(running, 'job'),
});
