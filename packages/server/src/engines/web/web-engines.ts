import type { Network } from '#platform/outbound/addresses.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import type { ProxySettings } from '#platform/outbound/proxy-settings.ts';
import type { Engine, Feature } from '../engine/engine.ts';
import { type Browser, browserMissing, createBrowser } from './browser/browser.ts';
import { createInteractiveWebEngine } from './interactive-web-engine.ts';
import { createProviderEngines, providerMissing } from './provider-engines.ts';
import { createResearchEngine } from './research-engine.ts';
import { createSearch, searchMissing } from './search.ts';
import type { ProviderKind, WebSettings } from './settings.ts';
import { createUrlFinderEngine } from './url-finder-engine.ts';
import { createUrlWebsiteExtractionEngine } from './url-website-extraction-engine.ts';

export type WebOptions = {
  settings: WebSettings;
  /** Networks outside the public internet that users may reach. */
  allow: Network[];
  proxies?: ProxySettings;
};

export function createWebEngines(
  { settings, ...reach }: WebOptions,
  browser: Browser = createBrowser({ path: settings.chromium, ...reach }),
): Engine[] {
  // These URLs come from the operator, not from users, so private networks are allowed.
  const trusted = createOutbound({ trusted: true, ...(reach.proxies && { proxies: reach.proxies }) });
  const search = createSearch(settings, trusted);
  return [
    createUrlWebsiteExtractionEngine(browser),
    createInteractiveWebEngine(browser),
    createUrlFinderEngine(search),
    createResearchEngine(search),
    ...createProviderEngines(settings, trusted),
  ];
}

/** Returns null for each feature that this process has, or a message that says what it lacks. */
export function webFeatures(settings: WebSettings, browser: Browser): Record<Feature, string | null> {
  const hasSearch = settings.searchUrl !== undefined || settings.searchSites.length > 0;
  const provider = (kind: ProviderKind) => (settings.providers[kind] === undefined ? providerMissing(kind) : null);
  return {
    browser: browser.executable === undefined ? browserMissing(browser) : null,
    search: hasSearch ? null : searchMissing,
    maps: provider('maps'),
    social: provider('social'),
    storefront: provider('storefront'),
  };
}
