import { ConfigError, readBoolean, readText, refuseValue } from '#platform/configuration.ts';
import { parseNetwork } from '#platform/outbound/addresses.ts';

/** Peers whose X-Forwarded-* headers count: networks, everyone (`true`) or nobody (`false`). */
export type TrustedProxies = string[] | boolean;

/** The headers of anybody else have no effect: who calls could write whatever address he likes. */
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
      'ERRAND_TRUST_PROXY trusts everyone, so ERRAND_TRUSTED_PROXIES has no effect: unset the first.',
    );
  return networks.length > 0 ? networks : isEveryone;
}
