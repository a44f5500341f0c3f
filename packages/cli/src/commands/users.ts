import { text as readAll } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { UsageError } from '../errors.ts';
import { operate } from '../operate.ts';
import { done, moment, readUuid, readWhole } from '../text.ts';

const USER_ID_MAX = 2 ** 31 - 1;
/** Ten years: longer is a key, not a token. */
const HOURS_MAX = 87_600;

export function addUserCommands(program: Command): void {
  program
    .command('user')
    .description('people')
    .command('create')
    .description('make a user, or add one to an organization')
    .requiredOption('--email <address>')
    .option('--password <text>', 'at least 8 characters; - reads it from stdin')
    .option('--org <id>', 'an organization to join', readUuid)
    .addOption(new Option('--role <role>', 'there (default: member)').choices(['owner', 'admin', 'member', 'viewer']))
    .action(async ({ email, password: given, org, role }, command) => {
      if (role !== undefined && org === undefined)
        throw new UsageError('--role needs --org: a role is one in an organization.');
      const password = given === '-' ? (await readAll(process.stdin)).replace(/\r?\n$/, '') : given;
      const membership = org && { orgId: org, role: role ?? 'member' };
      await operate(command, async ({ db }) => {
        const { createOperatorsUser } = await import('@errand/server/operator/users.ts');
        const made = await createOperatorsUser(db, { email, password, membership });
        const what = membership ? `${made.email} is ${membership.role} of the organization.` : `Created ${made.email}.`;
        return { json: made, text: done(what, { id: String(made.id) }) };
      });
    });
}

export function addTokenCommands(program: Command): void {
  program
    .command('token')
    .description('tokens of users')
    .command('create')
    .description('make a token with which a user calls the API')
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
