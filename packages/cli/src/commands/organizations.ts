import { type Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { operate } from '../terminal/operate.ts';
import { done, moment, readCredits, readUuid, table } from '../terminal/text.ts';

export function addOrganizationCommands(program: Command): void {
  const organizations = program.command('org').description('manage organizations, the tenants of this installation');

  organizations
    .command('create <name>')
    .description('create an organization with its first API key')
    .option('--credits <n>', 'initial credits (default: unlimited)', readCredits)
    .option('--no-agents', 'create it without the Agents feature')
    .action((name, { credits, agents }, command) =>
      operate(
        command,
        async ({ db }) => {
          const { createOrganizationWithKey } = await import('@errand/server/operator/organizations.ts');
          const made = await createOrganizationWithKey(db, { name, credits, agentsEnabled: agents });
          const facts = { id: made.id, 'API key': `${made.api_key}  (not shown again)` };
          return { json: made, text: done(`Created the organization ${made.name}.`, facts) };
        },
        { mayCreate: true },
      ),
    );

  organizations
    .command('list')
    .description('all organizations')
    .action((_options, command) =>
      operate(command, async ({ db }) => {
        const { listOperatorsOrganizations } = await import('@errand/server/operator/organizations.ts');
        const found = await listOperatorsOrganizations(db);
        const rows = found.map(({ id, name, agents_enabled, credits, paused_at, created_at }) => [
          id,
          name,
          credits === null ? 'unlimited' : String(credits),
          agents_enabled ? 'on' : 'off',
          paused_at === null ? '–' : moment(paused_at),
          moment(created_at),
        ]);
        const text =
          rows.length === 0
            ? 'There are no organizations yet.'
            : table(['ID', 'NAME', 'CREDITS', 'AGENTS', 'PAUSED', 'CREATED'], rows);
        return { json: { organizations: found }, text };
      }),
    );

  organizations
    .command('update')
    .description('change an organization')
    .argument('<id>', 'id of the organization', readUuid)
    .option('--name <name>')
    .option('--credits <n>', 'set the balance to a number, or "unlimited"', readBalance)
    .option('--agents-enabled <flag>', 'the Agents feature: true or false', readFlag)
    .action((id, { name, credits, agentsEnabled }, command) => {
      if (name === undefined && credits === undefined && agentsEnabled === undefined) {
        throw new UsageError('Nothing to change. Use --name, --credits or --agents-enabled.');
      }
      return operate(command, async ({ db }) => {
        const { changeOrganization } = await import('@errand/server/operator/organizations.ts');
        const changed = await changeOrganization(db, id, { name, credits, agentsEnabled });
        const facts = {
          id,
          credits: changed.credits === null ? 'unlimited' : String(changed.credits),
          agents: changed.agents_enabled ? 'on' : 'off',
        };
        return { json: changed, text: done(`Updated the organization ${changed.name}.`, facts) };
      });
    });

  addPauseCommand(organizations, 'pause', 'refuse new runs and keep waiting jobs waiting; running jobs continue');
  addPauseCommand(organizations, 'resume', 'end a pause');
}

function addPauseCommand(organizations: Command, name: 'pause' | 'resume', description: string): void {
  organizations
    .command(name)
    .description(description)
    .argument('<id>', 'id of the organization', readUuid)
    .action((id, _options, command) =>
      operate(command, async ({ db }) => {
        const { pauseOrganization } = await import('@errand/server/operator/organizations.ts');
        const changed = await pauseOrganization(db, id, name === 'pause');
        const what = name === 'pause' ? 'is paused' : 'runs jobs again';
        return { json: changed, text: done(`The organization ${changed.name} ${what}.`, { id }) };
      }),
    );
}

const readBalance = (text: string): number | 'unlimited' => (text === 'unlimited' ? text : readCredits(text));

function readFlag(text: string): boolean {
  if (text !== 'true' && text !== 'false') throw new InvalidArgumentError('Must be true or false.');
  return text === 'true';
}
