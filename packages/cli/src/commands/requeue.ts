import type { Command } from 'commander';
import { operate } from '../terminal/operate.ts';
import { done, readUuid } from '../terminal/text.ts';

/** An operator command among the user commands. It works on the database, for jobs of any organization. */
export function addRequeueCommand(jobs: Command): void {
  jobs
    .command('requeue')
    .description('for operators: put a job that does not go on back into the queue; it loses its worker')
    .argument('<job>', 'its id', readUuid)
    .action((id, _options, command) =>
      operate(command, async ({ db }) => {
        const { requeueOperatorsJob } = await import('@errand/server/operator/jobs.ts');
        const requeued = await requeueOperatorsJob(db, id);
        const facts = { organization: requeued.organization_id, was: requeued.was };
        return { json: requeued, text: done(`The job ${id} is due now.`, facts) };
      }),
    );
}
