import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '#platform/db.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { SecretBox } from '#secrets/box.ts';
import { DriverFailure } from '../model/driver.ts';
import { type SignedIn, sealedSignIn } from './model.ts';
import { refreshTokens, refusalOf } from './protocol.ts';
import { claimRenewal, endRenewal, findSignIn, type SignInRow } from './store.ts';

// The token of a connection that somebody has signed in. It is renewed shortly before its end by one process at a time,
// because a refresh token that is used twice ends the sign-in.

type Asked = {
  orgId: string;
  connectionId: string;
  /** The address that the token is going to be sent to. */
  url: string;
  /** A token that the other side has refused. */
  refused?: string | undefined;
  signal: AbortSignal;
  hide(text: string): void;
};

/** A token is not used in its last seconds. */
const EARLY_MS = 30_000;
const RENEWAL_SECONDS = 30;
const LOOK_MS = 150;
/** Refusals that no repetition changes. */
const FINAL = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client', 'invalid_target', 'invalid_scope']);

type Deps = { db: Db; box: SecretBox; outbound: Outbound };

export async function getAccessToken(deps: Deps, asked: Asked): Promise<string> {
  const { orgId, connectionId, signal } = asked;
  const until = Date.now() + RENEWAL_SECONDS * 1_000 + 5_000;
  for (;;) {
    const row = await findSignIn(deps.db, orgId, connectionId);
    const signedIn = await open(deps.box, row, asked);
    const { tokens } = signedIn;
    const isGood = row!.expires_at === null || row!.expires_at.getTime() - EARLY_MS > Date.now();
    if (isGood && tokens!.access !== asked.refused) return tokens!.access;
    const renewed = await renew(deps, row!, signedIn, asked);
    if (renewed !== undefined) return renewed;
    if (Date.now() > until) throw new DriverFailure('The sign-in is being renewed for too long.', { retry: true });
    // Somebody else renews it.
    await delay(LOOK_MS, undefined, { signal });
  }
}

async function open(box: SecretBox, row: SignInRow | undefined, { url, hide }: Asked): Promise<SignedIn> {
  if (row === undefined) throw needed('Nobody has signed in.');
  if (row.problem !== null) throw needed(row.problem);
  if (row.url !== url) throw needed('The address has changed since the sign-in.');
  const signedIn = JSON.parse(await box.open(sealedSignIn.at(row), row.sealed)) as SignedIn;
  if (signedIn.tokens === null) throw needed('The sign-in has ended.');
  const { tokens, client } = signedIn;
  for (const one of [tokens.access, tokens.refresh, client.secret]) if (one !== undefined) hide(one);
  return signedIn;
}

/** Returns the new token, or undefined if another process is at it. */
async function renew(
  { db, box, outbound }: Deps,
  row: SignInRow,
  signedIn: SignedIn,
  { hide }: Asked,
): Promise<string | undefined> {
  const id = crypto.randomUUID();
  if (!(await claimRenewal(db, row, { id, seconds: RENEWAL_SECONDS }))) return undefined;
  const seal = (value: SignedIn): Promise<string> => box.seal(sealedSignIn.at(row), JSON.stringify(value));
  const giveUp = async (problem: string): Promise<never> => {
    await endRenewal(db, row, id, { sealed: await seal({ ...signedIn, tokens: null }), problem });
    throw needed(problem);
  };
  if (signedIn.tokens!.refresh === undefined)
    return giveUp('The sign-in has expired, and the server allows no renewal.');
  try {
    const { tokens, expiresAt } = await refreshTokens(outbound, signedIn);
    for (const one of [tokens.access, tokens.refresh!]) hide(one);
    await endRenewal(db, row, id, { sealed: await seal({ ...signedIn, tokens }), expiresAt });
    return tokens.access;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal !== undefined && FINAL.has(refusal.code))
      return giveUp(`The authorization server ended the sign-in (${refusal.text}).`);
    await endRenewal(db, row, id, {});
    throw new DriverFailure('The sign-in could not be renewed: the authorization server did not answer.', {
      retry: true,
      cause: error,
    });
  }
}

const needed = (why: string): DriverFailure =>
  new DriverFailure(`${why} An administrator has to sign in: Settings, Connections, or errand connections sign-in.`);
