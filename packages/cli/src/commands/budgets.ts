import { type Command, InvalidArgumentError, Option } from 'commander';
import { call } from '../client/call.ts';
import { money } from '../client/show-job.ts';
import { findAgent } from '../operations/find.ts';
import { done, readUuid } from '../terminal/text.ts';

export function addBudgetCommands(program: Command): void {
  const budgets = program.command('budgets').description('manage budgets and their alerts');

  budgets
    .command('set')
    .description('set a budget of the organization, of an agent or of an API key')
    .argument('<amount>', 'USD', readAmount)
    .addOption(new Option('--per <period>', 'of UTC').choices(['day', 'month']).default('day'))
    .option('--agent <agent>', 'id or name')
    .option('--key <id>', 'id of an API key', readUuid)
    .option('--stop', 'refuse new jobs once the budget is spent (default: only send alerts)')
    .action((amount: number, { per, agent, key, stop }, command) =>
      call(command, async ({ errand }) => {
        const agentId = agent === undefined ? undefined : (await findAgent(errand, agent)).id;
        const budget = await errand.budgets.create({
          scope: agentId ? 'agent' : key ? 'key' : 'organization',
          ...(agentId && { agent_id: agentId }),
          ...(key && { key_id: key }),
          period: per,
          amount,
          action: stop ? 'stop' : 'warn',
        });
        return {
          json: budget,
          text: done(`Set a budget of ${money(amount)} a ${per} for ${budget.name}.`, { id: budget.id }),
        };
      }),
    );
}

function readAmount(text: string): number {
  const amount = Number(text.replace('$', ''));
  if (!(amount > 0)) throw new InvalidArgumentError('Enter an amount above 0, such as 50.');
  return amount;
}
