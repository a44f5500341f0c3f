import type { AuditEntry } from '@errand/sdk';
import { shortId } from '../../design/short-id.ts';

/** Returns who did it. A key acts for its owner. */
export function actorOf({ actor: { kind, email, api_key_id: keyId } }: AuditEntry): string {
  if (kind === 'operator') return 'operator, on the server';
  const who = email ?? 'somebody';
  return kind === 'api_key' ? `${who} with key ${keyId ? shortId(keyId) : ''}` : who;
}

/** Converts an entry to a row of the CSV file. */
export const toAuditRow = (entry: AuditEntry) => ({
  time: entry.created_at,
  who: actorOf(entry),
  action: entry.action,
  type: entry.target_type,
  id: entry.target_id,
  detail: entry.detail,
});
