import { createHash } from 'node:crypto';
import type { Db } from '#platform/db.ts';
import { unstoredPlace } from '#platform/domain.ts';
import { isJsonObject } from '#platform/json.ts';
import type { SecretBox } from '#secrets/box.ts';

// A started sign-in is kept, sealed, in the browser that started it: nobody can fill the database by starting sign-ins,
// and nobody can complete one that another browser started. Only completed ones leave a row, so that a state works
// once.

export type Ticket = {
  state: string;
  nonce: string;
  verifier: string;
  redirectUri: string;
  next: string | null;
  /** Milliseconds since the epoch. */
  expiresAt: number;
};

export const TICKET_MINUTES = 10;
const PLACE = unstoredPlace('sso/ticket');

export const sealTicket = (box: SecretBox, ticket: Ticket): Promise<string> => box.seal(PLACE, JSON.stringify(ticket));

/** Returns undefined if the ticket is not ours or has expired. */
export async function openTicket(box: SecretBox, sealed: string): Promise<Ticket | undefined> {
  const text = await box.open(PLACE, sealed).catch(() => undefined);
  if (text === undefined) return undefined;
  const ticket: unknown = JSON.parse(text);
  return isJsonObject(ticket) && Number(ticket.expiresAt) > Date.now() ? (ticket as Ticket) : undefined;
}

/** Returns false if the state was used before. Of two concurrent calls, one gets true. Also deletes old rows. */
export async function useState(db: Db, state: string): Promise<boolean> {
  await db.run('delete from used_sign_ins where expires_at < now()');
  const inserted = await db.run(
    `insert into used_sign_ins (state_hash, expires_at)
     values ($1::bytea, now() + interval '${TICKET_MINUTES + 1} minutes') on conflict (state_hash) do nothing`,
    [createHash('sha256').update(state).digest()],
  );
  return inserted > 0;
}
