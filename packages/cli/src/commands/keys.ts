import { keyRoles } from '@errand/sdk';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { operate } from '../terminal/operate.ts';
import { done, moment, readUuid, table } from '../terminal/text.ts';

export function addKeyCommands(program: Command): void {
  const keys = program.command('key').description('manage API keys of organizations');

  keys
    .command('create')
    .description('create an API key')
    .requiredOption('--org <id>', 'the organization of the key', readUuid)
    .addOption(new Option('--role <role>', 'what it may do').choices(keyRoles).default('admin'))
    .option('--name <name>', 'a name to recognize it by', readKeyName, '')
    .action(({ org, role, name }, command) =>
      operate(command, async ({ db }) => {
        const { createOperatorsKey } = await import('@errand/server/operator/api-keys.ts');
        const made = await createOperatorsKey(db, { orgId: org, role, name });
        const facts = { id: made.id, 'API key': `${made.api_key}  (not shown again)`, role: made.role };
        return { json: made, text: done('Created an API key.', facts) };
      }),
    );

  keys
    .command('list')
    .description('list keys that are not revoked, newest first')
    .option('--org <id>', 'only keys of this organization', readUuid)
    .action(({ org }, command) =>
      operate(command, async ({ db }) => {
        const { listOperatorsKeys } = await import('@errand/server/operator/api-keys.ts');
        const found = await listOperatorsKeys(db, org);
        const rows = found.map((key) => [
          key.id,
          key.organization_id,
          `${key.prefix}…`,
          key.role,
          key.name || '–',
          moment(key.last_used_at),
          moment(key.expires_at),
        ]);
        const head = ['ID', 'ORGANIZATION', 'KEY', 'ROLE', 'NAME', 'LAST USED', 'EXPIRES'];
        return { json: { keys: found }, text: rows.length === 0 ? 'There are no API keys.' : table(head, rows) };
      }),
    );

  keys
    .command('revoke')
    .description('revoke a key; takes effect within seconds')
    .argument('<id>', 'id of the key', readUuid)
    .action((id, _options, command) =>
      operate(command, async ({ db }) => {
        const { revokeOperatorsKey } = await import('@errand/server/operator/api-keys.ts');
        await revokeOperatorsKey(db, id);
        return { json: { id, revoked: true }, text: done(`Revoked the API key ${id}.`) };
      }),
    );
}

function readKeyName(text: string): string {
  if ([...text].length > 200) throw new InvalidArgumentError('At most 200 characters.');
  return text;
}
