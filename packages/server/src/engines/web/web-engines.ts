import { type Network, parseNetwork } from '#platform/outbound/addresses.ts';
import { createOutbound } from '#platform/outbound/client.ts';
import type { Engine } from '../engine/engine.ts';
import { type Browser, createBrowser } from './browser/browser.ts';
import { createInteractiveWebEngine } from './interactive-web-engine.ts';
import { createProviderEngines } from './provider-engines.ts';
import { createResearchEngine } from './research-engine.ts';
import { createSearch } from './search.ts';
import type { WebSettings } from './settings.ts';
import { createUrlFinderEngine } from './url-finder-engine.ts';
import { createUrlWebsiteExtractionEngine } from './url-website-extraction-engine.ts';

export type WebOptions = {
  settings: WebSettings;
  /** Networks outside the public internet that users may reach. */
  allow: Network[];
  /** This process runs no jobs, so what its machine has does not count. */
  runsJobs: boolean;
};

export function createWebEngines(
  { settings, allow, runsJobs }: WebOptions,
  browser: Browser = createBrowser({ path: settings.chromium, allow }),
): Engine[] {
  // Addresses of the operator, not of users: wherever they are.
  const trusted = createOutbound({ allow: ['0.0.0.0/0', '::/0'].map((network) => parseNetwork(network)!) });
  const search = createSearch(settings, trusted);
  return [
    createUrlWebsiteExtractionEngine(browser),
    createInteractiveWebEngine(browser, { runsJobs }),
    createUrlFinderEngine(search),
    createResearchEngine(search),
    ...createProviderEngines(settings, trusted),
  ];
}
