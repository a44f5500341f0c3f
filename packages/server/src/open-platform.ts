import { findAccessToken } from '#oauth/access-tokens.ts';
import { createRefusals } from '#oauth/note-refusal.ts';
import { createIdentity } from '#orgs/identity.ts';
import { openDatabase } from '#platform/db.ts';
import { setLimits } from '#platform/limits.ts';
import type { Logger } from '#platform/log.ts';
import { createBackground } from '#platform/main-thread/background.ts';
import { createShares } from '#platform/main-thread/shares.ts';
import { createMetrics } from '#platform/metrics.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import { createServiceFetch } from '#platform/outbound/service-fetch.ts';
import { withGrace } from '#platform/storage/grace.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { createStorageState } from '#platform/storage/storage-state.ts';
import { directory } from '#scim/directory.ts';
import { createSecretBox } from '#secrets/box.ts';
import { createKeyring } from '#secrets/keyring.ts';
import { createSigner } from '#signing/signer.ts';
import { createSso } from '#sso/sign-in.ts';
import type { Config } from './config/config.ts';

export type Platform = Awaited<ReturnType<typeof openPlatform>>;

type PlatformOptions = {
  config: Config;
  databaseUrl: string;
  /** The address of PostgreSQL itself, if `databaseUrl` points to a pooler. */
  directUrl?: string | undefined;
  log: Logger;
};

/** Opens what all domains share: database, storage, metrics, identity and outbound requests. */
export async function openPlatform({ config, databaseUrl, directUrl, log }: PlatformOptions) {
  setLimits(config.limits);
  const connections = config.databaseConnections;
  const database = openDatabase({
    url: databaseUrl,
    directUrl,
    systemConnectionsMax: Math.ceil(connections / 4),
    queueConnectionsMax: Math.ceil(connections / 4),
    tenantConnectionsMax: Math.floor(connections / 2),
    onError: (error) => log.warn({ err: error, event: 'database.connection' }, 'database connection lost'),
  });
  const storage = withGrace(await openStorage(config.storage, config.storageTimeoutMs), config.storageGraceDays);
  const storageState = createStorageState(storage);
  const metrics = createMetrics();
  const shares = createShares();
  const background = createBackground(shares);
  const serviceFetch = createServiceFetch(config.proxies);
  const { jwtSecret, oidc } = config;
  const identity = await createIdentity({
    database,
    jwtSecret,
    oidc,
    directory,
    findAccessToken,
    noteRefusal: createRefusals(database.system, log),
    fetch: serviceFetch,
    log,
  });
  const outbound = createOutbound({ allow: config.outboundAllow, proxies: config.proxies });
  const keyring = createKeyring({ ...config.secretKeys, jwtSecret });
  const box = createSecretBox(database.system, keyring);
  const shared = { storage, storageState, metrics, fetch: serviceFetch, identity, outbound };
  const signer = createSigner({ database, box });
  const db = database.system;
  const sso =
    oidc?.signIn &&
    createSso({ settings: { ...oidc, signIn: oidc.signIn }, db, identity, box, directory, fetch: serviceFetch, log });
  return { config, box, signer, sso, log, database, shares, background, ...shared };
}
