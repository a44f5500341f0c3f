import { ConfigError } from '#platform/configuration.ts';

// Settings of the web engines: the browser, the search, and services for maps, social media and shops. All are
// optional. Agents whose engine lacks one of them carry a warning.

export const providerKinds = ['maps', 'social', 'storefront'] as const;
export type ProviderKind = (typeof providerKinds)[number];
export type ProviderSettings = { url: string; token: string | undefined };

export type WebSettings = {
  /** Path of Chromium. If undefined, the usual paths are tried. */
  chromium: string | undefined;
  /** Base of a SearXNG-compatible search service. */
  searchUrl: string | undefined;
  /** Sites to search if there is no search service, together with the pages they link to. */
  searchSites: string[];
  providers: Partial<Record<ProviderKind, ProviderSettings>>;
};

export function readWebSettings(env: NodeJS.ProcessEnv): WebSettings {
  const providers: WebSettings['providers'] = {};
  for (const kind of providerKinds) {
    const name = `ERRAND_${kind.toUpperCase()}`;
    const url = httpUrl(`${name}_URL`, env[`${name}_URL`]);
    if (url !== undefined) providers[kind] = { url, token: text(env[`${name}_TOKEN`]) };
  }
  const sites = (env.ERRAND_SEARCH_SITES ?? '').split(/[\s,]+/).filter((site) => site !== '');
  return {
    chromium: text(env.ERRAND_CHROMIUM),
    searchUrl: httpUrl('ERRAND_SEARCH_URL', env.ERRAND_SEARCH_URL)?.replace(/\/+$/, ''),
    searchSites: sites.map((site) => httpUrl('ERRAND_SEARCH_SITES', site)!),
    providers,
  };
}

function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim();
  return trimmed === '' ? undefined : trimmed;
}

function httpUrl(name: string, given: string | undefined): string | undefined {
  const value = text(given);
  if (value === undefined) return undefined;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new ConfigError(`${name} is ${JSON.stringify(value)}, but must be an http or https URL.`);
}
