import { setTimeout as delay } from 'node:timers/promises';
import type { AnswerOnce, KeptAnswer, KeyedRequest } from '#http/idempotency-key.ts';
import { setClaim } from '#platform/claims.ts';
import type { Db } from '#platform/db.ts';
import { type Place, sealedColumn } from '#platform/domain.ts';
import { AppError } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';

// The Idempotency-Key of requests that create something. A key is claimed in the transaction of the change, so that
// after a crash both exist or neither. The answer is stored behind it, encrypted, because it may hold a new key or
// secret. Runs of agents have keys of their own, which lead to their jobs.

type Box = { seal(place: Place, value: string): Promise<string>; open(place: Place, sealed: string): Promise<string> };

export const sealedAnswers = sealedColumn({
  table: 'request_keys',
  column: 'sealed_answer',
  label: 'answers',
  of: ['org_id', 'claim_id'],
  place: (row) => `answer ${row.org_id} ${row.claim_id}`,
});

/** Storing an answer takes milliseconds after the change. A copy of the request waits for it this long. */
const ANSWER_MS_MAX = 5_000;
const LOOK_MS = 50;

export function createAnswerOnce(db: Db, box: Box, onLost: (error: unknown) => void): AnswerOnce {
  return async (request, work) => {
    const known = await find(request);
    if (known !== undefined) return known;
    const claimId = newId();
    setClaim(request.author, (tx) => claim(tx, request, claimId));
    const answer = await work().catch(async (error) => {
      // A copy of the request was faster, and what it made is in the way.
      const other = await find(request, claimId);
      if (other === undefined) throw error;
      return other;
    });
    // The change is made. Without the answer, a repeated request is told so.
    await store(request, claimId, answer).catch(onLost);
    return answer;
  };

  async function find(request: KeyedRequest, ownClaim?: string): Promise<KeptAnswer | undefined> {
    const until = Date.now() + ANSWER_MS_MAX;
    for (;;) {
      const row = await findRow(db, request);
      if (row === undefined || row.claim_id === ownClaim) return undefined;
      if (!row.body_hash.equals(request.hash)) throw new AppError('idempotency_conflict');
      if (row.sealed_answer !== null) {
        const place = sealedAnswers.at({ org_id: request.orgId, claim_id: row.claim_id });
        return JSON.parse(await box.open(place, row.sealed_answer)) as KeptAnswer;
      }
      if (Date.now() > until) throw new AppError('answer_lost');
      await delay(LOOK_MS);
    }
  }

  async function store({ orgId, key, path, hash }: KeyedRequest, claimId: string, answer: KeptAnswer): Promise<void> {
    const place = sealedAnswers.at({ org_id: orgId, claim_id: claimId });
    const sealed = await box.seal(place, JSON.stringify(answer));
    await db.run(
      `with expired as (
         delete from request_keys where ctid in (
           select ctid from request_keys where created_at < now() - interval '25 hours' limit 100)
       )
       insert into request_keys (org_id, key, path, body_hash, claim_id, sealed_answer)
       values ($1::uuid, $2::text, $3::text, $4::bytea, $5::uuid, $6::text)
       on conflict (org_id, key, path) do update
         set sealed_answer = excluded.sealed_answer where request_keys.claim_id = excluded.claim_id`,
      [orgId, key, path, hash, claimId, sealed],
    );
  }
}

type KeyRow = { claim_id: string; body_hash: Buffer; sealed_answer: string | null };

async function findRow(db: Db, { orgId, key, path }: KeyedRequest): Promise<KeyRow | undefined> {
  const rows = await db.query<KeyRow>(
    `select claim_id, body_hash, sealed_answer from request_keys
     where org_id = $1::uuid and key = $2::text and path = $3::text and created_at > now() - interval '24 hours'`,
    [orgId, key, path],
  );
  return rows[0];
}

/** A copy of the request waits here until the first one commits, and is then undone. */
async function claim(tx: Db, { orgId, key, path, hash }: KeyedRequest, claimId: string): Promise<void> {
  const claimed = await tx.run(
    `insert into request_keys (org_id, key, path, body_hash, claim_id)
     values ($1::uuid, $2::text, $3::text, $4::bytea, $5::uuid)
     on conflict (org_id, key, path) do update
       set body_hash = excluded.body_hash, claim_id = excluded.claim_id, sealed_answer = null, created_at = now()
       where request_keys.claim_id = excluded.claim_id or request_keys.created_at < now() - interval '24 hours'`,
    [orgId, key, path, hash, claimId],
  );
  if (claimed === 0) throw new AppError('idempotency_conflict');
}
