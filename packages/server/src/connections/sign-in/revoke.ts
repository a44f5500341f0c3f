import type { Db } from '#platform/db.ts';
import { newId } from '#platform/ids.ts';
import type { LeasedRows } from '#platform/leased-rows.ts';
import { end } from '#platform/leased-work/definition.ts';
import type { LeasedWork } from '#platform/leased-work/leased-work.ts';
import type { WorkKit } from '#platform/leased-work/work-kit.ts';
import { limits } from '#platform/limits.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { SecretBox } from '#secrets/box.ts';
import { type SignedIn, sealedRevocation, sealedSignIn } from './model.ts';
import { revokeTokens } from './protocol.ts';
import { deleteSignIn, insertRevocation, type SignInRow } from './store.ts';

// Tokens that nobody uses any more are given back to their authorization server, also when it is out of reach at first
// or the process stops: the transaction that ends a sign-in writes what has to be revoked.

export const revocationRows: LeasedRows = {
  name: 'connection_revocations',
  table: 'connection_revocations',
  open: 't.outcome is null',
  due: 'due_at',
  claim: 'claim_id',
  attempts: 'attempts',
  onEnd: 'ended_at = clock_timestamp()',
};

type Due = { issuer: string; sealed: string };

export const createRevocationWork = (
  kit: WorkKit,
  { box, outbound }: { box: SecretBox; outbound: Outbound },
): LeasedWork<Due> =>
  kit.define<Due>({
    rows: revocationRows,
    columns: 't.issuer, t.sealed',
    atOnce: 4,
    tryMsMax: 60_000,
    // A token that an interrupted try has revoked may be revoked again (RFC 7009, 2.2).
    sends: true,
    // For about a day. Access tokens have expired by then.
    delaysSeconds: [10, 60, 600, 3_600, 14_400, 43_200],
    prune: [{ days: limits.webhookHistoryDays }],
    async run({ id, org_id, sealed }, { signal }) {
      const signedIn = JSON.parse(await box.open(sealedRevocation.at({ org_id, id }), sealed)) as SignedIn;
      await revokeTokens(outbound, signedIn, signal);
      return end({ outcome: 'revoked', sealed: '' });
    },
    onFailure: (_error, _row, isLast) => (isLast ? { outcome: 'failed', sealed: '' } : {}),
  });

/** Ends the sign-in of a connection, if it has one. Returns what ended. */
export async function endSignIn(
  tx: Db,
  box: SecretBox,
  { orgId, connectionId }: { orgId: string; connectionId: string },
): Promise<SignInRow | undefined> {
  const row = await deleteSignIn(tx, orgId, connectionId);
  if (row !== undefined) await giveBack(tx, box, row);
  return row;
}

/** Writes down that these tokens have to be revoked, where the server takes them back. */
export async function giveBack(tx: Db, box: SecretBox, row: SignInRow): Promise<void> {
  // Without the key nothing can be revoked; that must not keep anybody from deleting the connection.
  const text = await box.open(sealedSignIn.at(row), row.sealed).catch(() => undefined);
  if (text === undefined) return;
  const signedIn = JSON.parse(text) as SignedIn;
  if (signedIn.tokens === null || signedIn.server.revocation_endpoint === undefined) return;
  const id = newId();
  const sealed = await box.seal(sealedRevocation.at({ org_id: row.org_id, id }), text);
  await insertRevocation(tx, { id, org_id: row.org_id, connection_id: row.connection_id, issuer: row.issuer, sealed });
}
