import type { AuditEntry } from '@errand/sdk';
import { shortId } from '../../design/short-id.ts';
import { actorWords } from '../actors/actor-words.ts';

/** Returns who did it. A key of the organization has an owner, and both are named. */
export function actorOf({ actor: { kind, email, key_id: keyId } }: AuditEntry): string {
  if (kind === 'system') return 'the service, or its operator';
  const who = email ?? 'somebody';
  return keyId === null ? who : `${who} with ${kind === 'key' ? 'key' : 'their personal key'} ${shortId(keyId)}`;
}

/** Converts an entry to a row of the CSV file. */
export const toAuditRow = (entry: AuditEntry) => ({
  time: entry.created_at,
  who: actorOf(entry),
  because_of: entry.actor.chain.map(actorWords).join(', '),
  action: entry.action,
  type: entry.target_type,
  id: entry.target_id,
  detail: entry.detail,
});
