import type Provider from 'oidc-provider';
import type { LocalIdentity } from '#orgs/identity.ts';
import { findUser } from '#orgs/users.ts';
import type { Database } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import { createLru } from '#platform/lru.ts';
import type { SecretBox } from '#secrets/box.ts';
import { createAdapter } from './adapter.ts';
import { watchRefusals } from './answer-request.ts';
import { createProvider } from './create-provider.ts';
import type { OAuthSettings } from './settings.ts';

export type ProviderDeps = {
  database: Database;
  identity: Pick<LocalIdentity, 'deriveSecret'>;
  box: SecretBox;
  settings: OAuthSettings;
  outbound: { fetch: typeof fetch };
  log: Logger;
};

/** A service without a configured address is known by those in the requests. Few are real. */
const ISSUERS_MAX = 8;

/** Returns the authorization server of an issuer. */
export function createProviders(deps: ProviderDeps): (issuer: string) => Provider {
  const { database, identity, box, settings, outbound, log } = deps;
  const db = database.system;
  const providers = createLru<string, Provider>(ISSUERS_MAX);
  const adapter = createAdapter({ db, box });
  const isUser = async (id: string): Promise<boolean> => {
    const user = await findUser(db, Number(id));
    return user !== undefined && user.deactivated_at === null;
  };
  return (issuer) => {
    const known = providers.get(issuer);
    if (known !== undefined) return known;
    const secret = identity.deriveSecret;
    const provider = createProvider({ issuer, settings, adapter, isUser, fetch: outbound.fetch, secret });
    watchRefusals(provider, db, log);
    providers.set(issuer, provider);
    return provider;
  };
}
