import { ConfigError, readBoolean, readText, refuseValue } from '#platform/configuration.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';

/** Peers whose X-Forwarded-* headers are trusted: networks, everyone (`true`) or nobody (`false`). */
export type TrustedProxies = string[] | boolean;

/** Reads which proxies to trust. Headers from other peers are ignored, because a client can write any address there. */
export function readTrustedProxies(env: NodeJS.ProcessEnv): TrustedProxies {
  const networks = readText(env, 'ERRAND_TRUSTED_PROXIES', '')
    .split(/[\s,]+/)
    .filter((part) => part !== '');
  for (const network of networks)
    if (parseNetwork(network) === undefined)
      refuseValue('ERRAND_TRUSTED_PROXIES', network, 'networks like 10.0.0.0/8 or fd00::/8, separated by commas');
  const isEveryone = readBoolean(env, 'ERRAND_TRUST_PROXY', false);
  if (isEveryone && networks.length > 0)
    throw new ConfigError(
      'ERRAND_TRUST_PROXY cannot be used with ERRAND_TRUSTED_PROXIES, because it trusts every peer. Unset ERRAND_TRUST_PROXY.',
    );
  return networks.length > 0 ? networks : isEveryone;
}
