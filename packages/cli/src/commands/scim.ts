import { type Command, InvalidArgumentError } from 'commander';
import { operate } from '../terminal/operate.ts';
import { done, moment, readUuid, readWhole, table } from '../terminal/text.ts';

const DAYS_MAX = 3_650;

export function addScimCommands(program: Command): void {
  const scim = program.command('scim').description('manage directories that push people and groups (SCIM 2.0)');
  const tokens = scim.command('token').description('credentials of directories');

  tokens
    .command('create')
    .description('create a token for a directory')
    .option('--org <id>', 'only for one organization (default: the whole installation)', readUuid)
    .option('--name <name>', 'a name to recognize it by', readName, '')
    .option('--days <n>', 'how long it is valid (default: until it is revoked)', (text) => readWhole(text, DAYS_MAX))
    .action(({ org, name, days }, command) =>
      operate(command, async ({ db, config }) => {
        const { createOperatorsScimToken } = await import('@errand/server/operator/scim.ts');
        const made = await createOperatorsScimToken(db, { orgId: org, name, days });
        const base = config.publicUrl ?? `http://${config.host}:${config.port}`;
        const facts = { id: made.id, address: `${base}/scim/v2`, token: `${made.token}  (not shown again)` };
        return { json: made, text: done('Created a SCIM token.', facts) };
      }),
    );

  tokens
    .command('list')
    .description('list tokens that are not revoked, with their last error')
    .action((_options, command) =>
      operate(command, async ({ db }) => {
        const { listOperatorsScimTokens } = await import('@errand/server/operator/scim.ts');
        const found = await listOperatorsScimTokens(db);
        const rows = found.map((token) => [
          token.id,
          `${token.prefix}…`,
          token.organization_id ?? 'installation',
          token.name || '–',
          moment(token.last_used_at),
          moment(token.last_write_at),
          token.last_problem === null ? '–' : `${moment(token.last_problem_at)} ${token.last_problem}`,
        ]);
        const head = ['ID', 'TOKEN', 'FOR', 'NAME', 'LAST USED', 'LAST CHANGE', 'LAST PROBLEM'];
        return { json: { tokens: found }, text: rows.length === 0 ? 'There are no SCIM tokens.' : table(head, rows) };
      }),
    );

  tokens
    .command('revoke')
    .description('revoke a token; takes effect at once')
    .argument('<id>', 'id of the token', readUuid)
    .action((id, _options, command) =>
      operate(command, async ({ db }) => {
        const { revokeOperatorsScimToken } = await import('@errand/server/operator/scim.ts');
        await revokeOperatorsScimToken(db, id);
        return { json: { id, revoked: true }, text: done(`Revoked the SCIM token ${id}.`) };
      }),
    );

  scim
    .command('adopt')
    .description('let the directory manage an existing user')
    .requiredOption('--email <address>', 'e-mail of the user, here and in the directory')
    .option('--org <id>', 'use the directory of this organization', readUuid)
    .action(({ email, org }, command) =>
      operate(command, async ({ db }) => {
        const { adoptOperatorsUser } = await import('@errand/server/operator/scim.ts');
        const adopted = await adoptOperatorsUser(db, { email, orgId: org });
        return { json: adopted, text: done(`The directory manages ${adopted.email} from now on.`) };
      }),
    );
}

function readName(text: string): string {
  if ([...text].length > 200) throw new InvalidArgumentError('At most 200 characters.');
  return text;
}
