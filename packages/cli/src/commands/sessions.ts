import type { Command } from 'commander';
import { UsageError } from '../terminal/errors.ts';
import { operate } from '../terminal/operate.ts';
import { done, moment, readUuid, readWhole, table } from '../terminal/text.ts';

const USER_ID_MAX = 2 ** 31 - 1;

export function addSessionCommands(program: Command): void {
  const sessions = program.command('session').description('list and end sessions of users');

  sessions
    .command('list')
    .description('list the sessions of a user, newest first')
    .requiredOption('--user <id>', 'the user', (text) => readWhole(text, USER_ID_MAX))
    .action(({ user }, command) =>
      operate(command, async ({ db }) => {
        const { listOperatorsSessions } = await import('@errand/server/operator/sessions.ts');
        const found = await listOperatorsSessions(db, user);
        const rows = found.map((session) => [
          session.id,
          moment(session.created_at),
          moment(session.last_used_at),
          moment(session.expires_at),
          session.user_agent.slice(0, 60) || '–',
        ]);
        const head = ['ID', 'CREATED', 'LAST USED', 'EXPIRES', 'PROGRAM'];
        return { json: { sessions: found }, text: rows.length === 0 ? 'No session.' : table(head, rows) };
      }),
    );

  sessions
    .command('end')
    .description('end one session, or all of a user')
    .argument('[id]', 'id of the session', readUuid)
    .option('--user <id>', 'all sessions of this user', (text) => readWhole(text, USER_ID_MAX))
    .action((id, { user }, command) => {
      if ((id === undefined) === (user === undefined))
        throw new UsageError('Name a session, or use --user to end all sessions of a user.');
      return operate(command, async ({ db }) => {
        const { endOperatorsSessions } = await import('@errand/server/operator/sessions.ts');
        const ended = await endOperatorsSessions(db, id === undefined ? { userId: user } : { sessionId: id });
        return { json: { ended }, text: done(`Ended ${ended} ${ended === 1 ? 'session' : 'sessions'}.`) };
      });
    });
}
