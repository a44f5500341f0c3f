import type { PostActionDelivery } from '@errand/sdk';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { UsageError } from '../terminal/errors.ts';
import { done, moment, readUuid, table } from '../terminal/text.ts';

export function addPostActionCommands(jobs: Command): void {
  jobs
    .command('actions')
    .description('manage post actions of jobs')
    .argument('<job>', 'its id', readUuid)
    .action((id, _, command) =>
      call(command, async ({ errand }) => {
        const actions = await errand.postActions.list(id);
        const rows = actions.map((one) => [one.id, one.name, stateOf(one), String(one.attempts), one.message ?? '']);
        const head = ['ID', 'NAME', 'STATE', 'ATTEMPTS', 'LAST MESSAGE'];
        return { json: { post_actions: actions }, text: table(head, rows) };
      }),
    );

  jobs
    .command('resend')
    .description('run a post action of a job again')
    .argument('<job>', 'its id', readUuid)
    .argument('<action>', 'id or name')
    .action((id, action, _, command) =>
      call(command, async ({ errand }) => {
        const found = findAction(await errand.postActions.list(id), action);
        const resent = await errand.postActions.resend(id, found.id);
        return { json: resent, text: done(`The post action ${resent.name} runs again.`, { id: resent.id }) };
      }),
    );
}

const stateOf = ({ status, next_attempt_at: at }: PostActionDelivery): string =>
  status === 'pending' && at !== null ? `pending, next ${moment(new Date(at))}` : status;

function findAction(actions: PostActionDelivery[], reference: string): PostActionDelivery {
  const named = actions.filter(({ name }) => name === reference);
  const found = actions.find(({ id }) => id === reference.toLowerCase()) ?? named[0];
  if (found === undefined) throw new UsageError(`The job has no post action '${reference}'.`);
  if (found.id !== reference.toLowerCase() && named.length > 1)
    throw new UsageError(`The job has ${named.length} post actions '${reference}'. Use the id.`);
  return found;
}
