import type { Role } from '@errand/contract/roles.ts';
import type { Database } from '#platform/db.ts';
import { DriverFailure } from './model/driver.ts';
import { findOldestOf } from './store.ts';
import type { Connections } from './use-connection.ts';

/** Somebody waits for the answer of the request that sends the mail. */
const MAIL_MS_MAX = 10_000;

export type Mail = { to: string; subject: string; text: string; key: string; role: Role };
/** The connection that was used, and why it did not send. */
export type MailOutcome = { connection: string; problem: string | null };

/** Sends a mail with the oldest mail connection of an organization. Returns null if it has none. */
export function createMailer(deps: { database: Database; connections: Connections }) {
  return async (orgId: string, { key, role, ...mail }: Mail): Promise<MailOutcome | null> => {
    const found = await findOldestOf(deps.database.tenant(orgId), orgId, 'smtp');
    if (found === undefined) return null;
    const signal = AbortSignal.timeout(MAIL_MS_MAX);
    const outcome = (problem: string | null): MailOutcome => ({ connection: found.name, problem });
    try {
      const opened = await deps.connections.open(orgId, found.id, { signal, by: { roles: [role] } });
      await opened.use((driver, system) => driver.deliveries!.send_mail!.run(system, mail, key));
      return outcome(null);
    } catch (error) {
      if (signal.aborted) return outcome(`The mail server did not answer within ${MAIL_MS_MAX / 1_000} seconds.`);
      if (error instanceof DriverFailure) return outcome(error.message);
      throw error;
    }
  };
}
