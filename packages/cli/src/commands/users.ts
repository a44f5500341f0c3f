import { text as readAll } from 'node:stream/consumers';
import { roles } from '@errand/sdk';
import { type Command, Option } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { type Context, operate } from '../terminal/operate.ts';
import { done, moment, readUuid, readWhole, table } from '../terminal/text.ts';

const USER_ID_MAX = 2 ** 31 - 1;
/** Ten years. Anything that must last longer should use an API key. */
const HOURS_MAX = 87_600;

export function addUserCommands(program: Command): void {
  const users = program.command('user').description('manage users');
  addAccounts(users);
  addSignIn(users);
}

function addAccounts(users: Command): void {
  users
    .command('create')
    .description('create a user, or add one to an organization')
    .requiredOption('--email <address>')
    .option('--password <text>', 'at least 8 characters; - reads it from stdin')
    .option('--org <id>', 'an organization to join', readUuid)
    .addOption(new Option('--role <role>', 'role in the organization (default: member)').choices(roles.toReversed()))
    .action(async ({ email, password: given, org, role }, command) => {
      if (role !== undefined && org === undefined)
        throw new UsageError('--role needs --org: roles belong to an organization.');
      const password = await readPassword(given);
      const membership = org && { orgId: org, role: role ?? 'member' };
      const create = async ({ db }: Context) => {
        const { createOperatorsUser } = await import('@errand/server/operator/users.ts');
        const made = await createOperatorsUser(db, { email, password, membership });
        const what = membership ? `${made.email} is ${membership.role} of the organization.` : `Created ${made.email}.`;
        return { json: made, text: done(what, { id: String(made.id) }) };
      };
      await operate(command, create, { mayCreate: true });
    });

  users
    .command('list')
    .description('list users with their organizations')
    .action((_options, command) =>
      operate(command, async ({ db }) => {
        const { listOperatorsUsers } = await import('@errand/server/operator/users.ts');
        const found = await listOperatorsUsers(db);
        const rows = found.map(({ id, email, has_password, source, deactivated_at, organizations, last_login_at }) => [
          String(id),
          email,
          has_password ? 'set' : '–',
          deactivated_at === null ? source : `${source}, deactivated`,
          organizations.map(({ name, role }) => `${name} (${role})`).join(', ') || '–',
          moment(last_login_at),
        ]);
        const head = ['ID', 'E-MAIL', 'PASSWORD', 'FROM', 'ORGANIZATIONS', 'LAST SIGN-IN'];
        return { json: { users: found }, text: rows.length === 0 ? 'There are no users yet.' : table(head, rows) };
      }),
    );

  users
    .command('password')
    .description('set the password of a user; ends all sessions')
    .requiredOption('--email <address>')
    .requiredOption('--password <text>', 'at least 8 characters; - reads it from stdin')
    .action(async ({ email, password: given }, command) => {
      const password = await readPassword(given);
      await operate(command, async ({ db }) => {
        const { setOperatorsPassword } = await import('@errand/server/operator/users.ts');
        const changed = await setOperatorsPassword(db, email, password!);
        return { json: changed, text: done(`${changed.email} can sign in with the new password.`) };
      });
    });

  users
    .command('remove')
    .description('remove a user; ends their sessions and revokes their API keys')
    .requiredOption('--user <id>', 'the user', (text) => readWhole(text, USER_ID_MAX))
    .option('--keep-keys', 'keep the API keys of the user for their organizations')
    .action(({ user, keepKeys = false }, command) =>
      operate(command, async ({ db }) => {
        const { removeOperatorsUser } = await import('@errand/server/operator/remove-user.ts');
        const removed = await removeOperatorsUser(db, user, { keepKeys });
        const facts = {
          organizations: String(removed.organizations),
          'keys revoked': String(removed.keys_revoked.length),
        };
        return { json: removed, text: done(`Removed ${removed.email}.`, facts) };
      }),
    );
}

function addSignIn(users: Command): void {
  users
    .command('sign-in-link')
    .description('print a link that signs in a user once, within an hour')
    .requiredOption('--email <address>')
    .action(({ email }, command) =>
      operate(command, async ({ db, config }) => {
        const { createOperatorsLink } = await import('@errand/server/operator/users.ts');
        const baseUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
        const made = await createOperatorsLink(db, { email, baseUrl });
        return {
          json: made,
          text: done(`This link signs in ${made.email} once, within an hour.`, { address: made.url }),
        };
      }),
    );

  for (const [word, isActive, what] of [
    ['deactivate', false, 'deactivate a user; ends all sessions and API keys'],
    ['activate', true, 'let a deactivated user sign in again'],
  ] as const)
    users
      .command(word)
      .description(what)
      .requiredOption('--user <id>', 'the user', (text) => readWhole(text, USER_ID_MAX))
      .action(({ user }, command) =>
        operate(command, async ({ db }) => {
          const { setOperatorsActive } = await import('@errand/server/operator/users.ts');
          const changed = await setOperatorsActive(db, user, isActive);
          return { json: changed, text: done(`${changed.email} is ${isActive ? 'active' : 'deactivated'}.`) };
        }),
      );

  users
    .command('link')
    .description('link a user to a subject of the external issuer')
    .requiredOption('--user <id>', 'the user', (text) => readWhole(text, USER_ID_MAX))
    .requiredOption('--issuer <url>', 'the iss claim of the tokens')
    .requiredOption('--subject <text>', 'the sub claim of the tokens')
    .action(({ user, issuer, subject }, command) =>
      operate(command, async ({ db }) => {
        const { linkOperatorsUser } = await import('@errand/server/operator/users.ts');
        const linked = await linkOperatorsUser(db, { userId: user, issuer, subject });
        return { json: linked, text: done(`Tokens of ${subject} now sign in the user ${user}.`) };
      }),
    );
}

const readPassword = async (given: string | undefined): Promise<string | undefined> =>
  given === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : given;

export function addTokenCommands(program: Command): void {
  program
    .command('token')
    .description('create tokens for users')
    .command('create')
    .description('create an API token for a user')
    .requiredOption('--user <id>', 'the user', (text) => readWhole(text, USER_ID_MAX))
    .option('--hours <n>', 'how long it is valid', (text) => readWhole(text, HOURS_MAX), 24)
    .action(({ user, hours }, command) =>
      operate(command, async ({ db, config }) => {
        const { createUserToken } = await import('@errand/server/operator/users.ts');
        const { jwtSecret } = config;
        const made = await createUserToken(db, { userId: user, hours, jwtSecret });
        return { json: made, text: done('Created a token.', { token: made.token, expires: moment(made.expires_at) }) };
      }),
    );
}
