import Provider, { type Adapter, errors, type Payload } from 'oidc-provider';
import type { Transactor } from '#platform/db.ts';
import { isUuid } from '#platform/ids.ts';
import type { SecretBox } from '#secrets/box.ts';
import { consumeArtifact, deleteArtifact, findArtifact, saveArtifact } from './artifacts-store.ts';
import { deleteClient, findClient, saveClient, sealedClientSecret } from './clients-store.ts';
import { endGrant } from './end-grant.ts';
import { findLiveGrant, type GrantRow } from './grants-store.ts';

// The storage of the authorization server. Processes share it, so that any of them can answer any request.

type Deps = { db: Transactor; box: SecretBox };

export const createAdapter =
  (deps: Deps) =>
  (kind: string): Adapter => {
    if (kind === 'Client') return clients(deps);
    if (kind === 'Grant') return grants(deps);
    return kind === 'Session' ? sessions : artifacts(deps, kind);
  };

const none = async (): Promise<undefined> => undefined;
const noOther = { findByUid: none, findByUserCode: none, consume: none, destroy: none, revokeByGrantId: none };

/** Nothing is stored: people have sessions of ours, and every request to sign in a program asks them. */
const sessions: Adapter = { ...noOther, upsert: none, find: none };

const clients = ({ db, box }: Deps): Adapter => ({
  ...noOther,
  async upsert(id, { client_secret: secret, ...metadata }) {
    const sealed_secret = typeof secret === 'string' ? await box.seal(sealedClientSecret.at({ id }), secret) : null;
    await saveClient(db, id, { metadata, sealed_secret });
  },
  async find(id) {
    const row = await findClient(db, id);
    if (row === undefined || row.sealed_secret === null) return row?.metadata;
    return { ...row.metadata, client_secret: await box.open(sealedClientSecret.at({ id }), row.sealed_secret) };
  },
  destroy: (id) => deleteClient(db, id),
});

/** Grants are inserted by the person's consent; the authorization server only reads and ends them. */
const grants = ({ db }: Deps): Adapter => ({
  ...noOther,
  upsert: none,
  async find(id) {
    const row = isUuid(id) ? await findLiveGrant(db, id) : undefined;
    return row && grantPayload(row);
  },
  async destroy(id) {
    await endGrant(db, id, Provider.ctx?.oidc.route === 'revocation' ? 'revoked_by_program' : 'reuse');
  },
});

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const grantPayload = (row: GrantRow): Payload => ({
  jti: row.id,
  kind: 'Grant',
  iat: seconds(row.created_at),
  exp: seconds(row.expires_at),
  accountId: String(row.user_id),
  clientId: row.client_id,
  resources: { [row.resource]: row.scopes },
});

const artifacts = ({ db }: Deps, kind: string): Adapter => ({
  ...noOther,
  async upsert(id, { jti: _secret, ...payload }, expiresIn) {
    const { grantId } = payload;
    // An open request names the grant that it may become part of, but does not end with it.
    const owner = typeof grantId === 'string' && kind !== 'Interaction' ? grantId : null;
    await saveArtifact(db, { kind, id, grantId: owner, payload, seconds: expiresIn });
  },
  async find(id) {
    const row = await findArtifact(db, kind, id);
    return row && { ...row.payload, jti: id, ...(row.consumed_at && { consumed: seconds(row.consumed_at) }) };
  },
  async consume(id) {
    if (await consumeArtifact(db, kind, id)) return;
    // Somebody else used it between the look and now, which is as telling as using it later.
    const grantId = (await findArtifact(db, kind, id))?.payload.grantId;
    if (typeof grantId === 'string') await endGrant(db, grantId, 'reuse');
    throw new errors.InvalidGrant('already used');
  },
  destroy: (id) => deleteArtifact(db, kind, id),
  // Nothing to do for `revokeByGrantId`: the tokens of a grant go with its row.
});
