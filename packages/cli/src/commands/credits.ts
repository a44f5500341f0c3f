import { type Command, InvalidArgumentError } from 'commander';
import { operate } from '../terminal/operate.ts';
import { done, readCredits, readUuid } from '../terminal/text.ts';

export function addCreditCommands(program: Command): void {
  program
    .command('credits')
    .description('manage the credits of organizations')
    .command('grant')
    .description('add credits to an organization')
    .argument('<amount>', 'credits to add', readGrant)
    .requiredOption('--org <id>', 'the organization that receives them', readUuid)
    .option('--note <text>', 'note for the ledger', 'granted by the operator')
    .action((amount, { org, note }, command) =>
      operate(command, async ({ db }) => {
        const { grantOperatorsCredits } = await import('@errand/server/operator/credits.ts');
        const { balance, limited } = await grantOperatorsCredits(db, org, amount, note);
        const facts = {
          balance: `${balance}${limited ? '' : '  (not used: this organization has unlimited credits)'}`,
        };
        return { json: { balance }, text: done(`Granted ${amount} credits.`, facts) };
      }),
    );
}

function readGrant(text: string): number {
  const amount = readCredits(text);
  if (amount === 0) throw new InvalidArgumentError('This would change nothing.');
  return amount;
}
