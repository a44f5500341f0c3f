import { type Command, InvalidArgumentError, Option } from 'commander';
import { call } from '../client/call.ts';
import { findAgent } from '../client/find-agent.ts';
import { money } from '../client/show-job.ts';
import { done, moment, readUuid, table } from '../terminal/text.ts';

export function addBudgetCommands(program: Command): void {
  const budgets = program.command('budgets').description('manage budgets and their alerts');

  budgets
    .command('list')
    .description('list budgets and the amounts spent')
    .action((_options, command) =>
      call(command, async ({ errand }) => {
        const found = await errand.budgets.list();
        const rows = found.map((one) => [
          one.id,
          `${one.scope} ${one.name}`,
          `${money(one.spent)} of ${money(one.amount)} a ${one.period}`,
          one.action,
          one.state,
        ]);
        return { json: { budgets: found }, text: table(['ID', 'FOR', 'SPENT', 'ACTION', 'STATE'], rows) };
      }),
    );

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

  budgets
    .command('delete')
    .description('delete a budget')
    .argument('<budget>', 'its id', readUuid)
    .action((id, _options, command) =>
      call(command, async ({ errand }) => {
        await errand.budgets.delete(id);
        return { json: { deleted: id }, text: done('Deleted the budget.') };
      }),
    );

  budgets
    .command('alerts')
    .description('list alerts: budgets that are almost spent, agents that fail more often or take longer than usual')
    .option('--open', 'only active alerts')
    .action(({ open }, command) =>
      call(command, async ({ errand }) => {
        const page = await errand.alerts.list(open ? { open: true } : {});
        const rows = page.results.map((one) => [moment(new Date(one.created_at)), one.kind, one.message]);
        return { json: page, text: table(['WHEN', 'KIND', 'WHAT'], rows) };
      }),
    );
}

function readAmount(text: string): number {
  const amount = Number(text.replace('$', ''));
  if (!(amount > 0)) throw new InvalidArgumentError('Enter an amount above 0, such as 50.');
  return amount;
}
