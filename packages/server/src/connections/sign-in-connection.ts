import { createHash } from 'node:crypto';
import type { CompleteSignInBody } from '@errand/contract/connections.ts';
import { audit } from '#orgs/audit.ts';
import type { Caller } from '#platform/caller.ts';
import type { Db, Transactor } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import { openStored } from './change-connection.ts';
import { DriverFailure } from './model/driver.ts';
import { cleanFailure, type OpenDeps, openSystem } from './open-system.ts';
import { discover } from './sign-in/discover.ts';
import {
  type Client,
  needsSignIn,
  type Server,
  type SignedIn,
  sealedSignIn,
  sealedTry,
  type Try,
} from './sign-in/model.ts';
import { beginCode, clientMetadata, exchangeCode, type Got, refusalOf, register } from './sign-in/protocol.ts';
import { endSignIn, giveBack } from './sign-in/revoke.ts';
import { findSignIn, insertTry, putSignIn, takeTry } from './sign-in/store.ts';
import type { ConnectionRow } from './store.ts';
import { toParts } from './test-connection.ts';

// A person signs a connection in at the authorization server of its system: authorization code with PKCE, for the
// resource of the connection. The same person has to come back with the code.

type Deps = OpenDeps & { db: Transactor };

const TRY_MINUTES = 10;
const BEGIN_MS_MAX = 45_000;
export const CALLBACK_PATH = '/connections/signed-in';
/** Where servers that take client-id metadata documents read who we are. */
export const CLIENT_PATH = '/oauth/client.json';

/** Returns the address that the person opens. */
export async function beginSignIn(
  deps: Deps,
  caller: Caller,
  row: ConnectionRow,
  base: string,
): Promise<{ url: string; expiresAt: Date }> {
  const auth = await openStored(deps.box, row);
  if (!needsSignIn(auth))
    throw failed("Only connections whose credentials have the type 'oauth2_authorization_code' are signed in.");
  const { orgId } = caller;
  const signal = AbortSignal.timeout(BEGIN_MS_MAX);
  const { system, redactor } = await openSystem(deps, toParts(row, auth), { signal }).catch(refuse);
  try {
    const url = String(system.config.url);
    const { server, resource, scopes } = await discover(deps.outbound, url, signal);
    const redirectUri = `${base}${CALLBACK_PATH}`;
    const client = await findClient(deps, { row, server, auth: system.auth, redirectUri, base, signal });
    const scope = scopeOf(system.auth, scopes, server);
    const begun: Omit<Try, 'verifier'> = { server, client, redirectUri, url, resource, scope };
    const { url: address, state, verifier } = await beginCode(deps.outbound, begun);
    const tried: Try = { ...begun, verifier };
    const place = { org_id: orgId, connection_id: row.id };
    const begunBy = {
      ...place,
      user_id: caller.userId,
      key_id: caller.userId === null ? caller.keyId : null,
      sealed: await deps.box.seal(sealedTry.at(place), JSON.stringify(tried)),
      stateHash: hashState(state),
      minutes: TRY_MINUTES,
    };
    const detail = { name: row.name, issuer: server.issuer, resource, scope };
    const expiresAt = await deps.db.tx(async (tx) => {
      await audit(tx, caller, 'connection.sign_in_begun', row.id, detail);
      return insertTry(tx, begunBy);
    });
    return { url: address, expiresAt };
  } catch (error) {
    return refuse(cleanFailure(redactor, error));
  }
}

/** Who we are: what the administrator entered, our document, the registration of last time, or a new one. */
async function findClient(
  deps: Deps,
  given: {
    row: ConnectionRow;
    server: Server;
    auth: Record<string, unknown>;
    redirectUri: string;
    base: string;
    signal: AbortSignal;
  },
): Promise<Client> {
  const { row, server, auth, redirectUri, base, signal } = given;
  const { client_id: id, client_secret: secret } = auth;
  if (typeof id === 'string' && id !== '')
    return { id, ...(typeof secret === 'string' && secret !== '' && { secret }) };
  if (server.client_id_metadata_document_supported && base.startsWith('https:'))
    return { id: `${base}${CLIENT_PATH}`, method: 'none' };
  const known = await findSignIn(deps.db, row.org_id, row.id);
  const last =
    known &&
    (JSON.parse(await deps.box.open(sealedSignIn.at(known), known.sealed).catch(() => 'null')) as SignedIn | null);
  if (last?.client.isRegistered && last.server.issuer === server.issuer && last.redirectUri === redirectUri)
    return last.client;
  if (server.registration_endpoint !== undefined)
    return register(deps.outbound, server, clientMetadata(redirectUri, base), signal);
  throw new DriverFailure(
    `${server.issuer} registers nobody by itself. Register Errand there with the redirect address ${redirectUri}, and enter the client id in the credentials.`,
  );
}

/** What the administrator asks for, else what the server asks for; with what makes it last. */
function scopeOf(auth: Record<string, unknown>, asked: string[], server: Server): string {
  if (typeof auth.scope === 'string' && auth.scope !== '') return auth.scope;
  const lasts = server.scopes_supported?.includes('offline_access') ? ['offline_access'] : [];
  return [...new Set([...asked, ...lasts])].join(' ');
}

/** Takes what the browser brought back. Returns the id of the connection. */
export async function completeSignIn(
  deps: Deps,
  caller: Caller,
  body: CompleteSignInBody,
  findConnection: (db: Db, orgId: string, id: string) => Promise<ConnectionRow | undefined>,
): Promise<string> {
  const { orgId } = caller;
  const taken = await takeTry(deps.db, orgId, hashState(body.state));
  if (taken === undefined || taken.is_over) throw new AppError('connection_sign_in_unknown');
  const { connection_id: id } = taken;
  const isSame = taken.user_id === caller.userId && (caller.userId !== null || taken.key_id === caller.keyId);
  if (!isSame) {
    await note(deps.db, caller, id, 'another person');
    throw new AppError('connection_sign_in_unknown', {
      detail: 'Somebody else began this sign-in. Begin it yourself.',
    });
  }
  const tried = JSON.parse(await deps.box.open(sealedTry.at(taken), taken.sealed)) as Try;
  const got = await exchange(deps, tried, body).catch(async (error: unknown) => {
    const refusal = refusalOf(error);
    await note(deps.db, caller, id, refusal?.code ?? 'no answer');
    const why = refusal?.text ?? (error instanceof Error ? error.message : String(error)).slice(0, 300);
    throw failed(`${tried.server.issuer} did not complete the sign-in (${why}).`, error);
  });
  const place = { org_id: orgId, connection_id: id };
  const { server, client, redirectUri, resource, url } = tried;
  const signedIn: SignedIn = { server, client, redirectUri, resource, tokens: got.tokens };
  const sealed = await deps.box.seal(sealedSignIn.at(place), JSON.stringify(signedIn));
  const scope = got.scope ?? tried.scope;
  await deps.db.tx(async (tx) => {
    const row = await findConnection(tx, orgId, id);
    if (row === undefined) throw new AppError('connection_sign_in_unknown');
    const before = await findSignIn(tx, orgId, id);
    if (before !== undefined) await giveBack(tx, deps.box, before);
    const sign = {
      ...place,
      sealed,
      url,
      issuer: server.issuer,
      scope,
      user_id: caller.userId,
      expires_at: got.expiresAt,
    };
    await putSignIn(tx, sign);
    await audit(tx, caller, 'connection.signed_in', id, { name: row.name, issuer: server.issuer, resource, scope });
  });
  return id;
}

async function exchange(deps: Deps, tried: Try, body: CompleteSignInBody): Promise<Got> {
  const { state, code, iss, error, error_description: text } = body;
  if (error !== undefined) throw Object.assign(new Error(error), { error, error_description: text });
  if (code === undefined) throw new Error('there is no code');
  // RFC 9207: an answer of another server must not get a code exchanged at this one.
  if (iss !== undefined && iss !== tried.server.issuer)
    throw Object.assign(new Error('issuer'), { error: 'wrong_issuer', error_description: `the answer is from ${iss}` });
  return exchangeCode(deps.outbound, tried, { state, code, ...(iss !== undefined && { iss }) });
}

/** Forgets the sign-in and gives its tokens back. */
export async function signOut(deps: Deps, caller: Caller, row: ConnectionRow): Promise<void> {
  await deps.db.tx(async (tx) => {
    const ended = await endSignIn(tx, deps.box, { orgId: caller.orgId, connectionId: row.id });
    if (ended === undefined) return;
    await audit(tx, caller, 'connection.signed_out', row.id, { name: row.name, issuer: ended.issuer });
  });
}

const note = (db: Transactor, caller: Caller, id: string, reason: string): Promise<void> =>
  db.tx((tx) => audit(tx, caller, 'connection.sign_in_refused', id, { reason }));

const hashState = (state: string): Buffer => createHash('sha256').update(state).digest();

function refuse(error: unknown): never {
  if (error instanceof DriverFailure) throw failed(error.message, error);
  throw error;
}

const failed = (detail: string, cause?: unknown): AppError =>
  new AppError('connection_sign_in_failed', { detail, cause });
