import { isJsonObject } from '#platform/json.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { EngineContext } from '../engine/engine.ts';
import { crawlSites, type SearchResult } from './crawl-sites.ts';
import { askService } from './provider.ts';
import type { WebSettings } from './settings.ts';

/** Returns the results for a query, in the order of the service. Undefined if no search is configured. */
export type Search = (context: EngineContext, query: string, limit: number) => Promise<SearchResult[]>;

/** Follows the name of an engine. */
export const searchMissing =
  'needs a search service, but none is configured. Set ERRAND_SEARCH_URL to a SearXNG-compatible service, or ERRAND_SEARCH_SITES to the sites to search (see docs/web.md).';

/** Services return 10 to 20 results per page. */
const PAGES_MAX = 6;

export function createSearch({ searchUrl, searchSites }: WebSettings, outbound: Outbound): Search | undefined {
  if (searchUrl !== undefined) return (context, query, limit) => askSearxng(context, outbound, searchUrl, query, limit);
  return searchSites.length === 0
    ? undefined
    : (context, query, limit) => crawlSites(context, searchSites, query, limit);
}

async function askSearxng(
  context: EngineContext,
  outbound: Outbound,
  base: string,
  query: string,
  limit: number,
): Promise<SearchResult[]> {
  const found = new Map<string, SearchResult>();
  for (let page = 1; page <= PAGES_MAX && found.size < limit; page += 1) {
    const parameters = new URLSearchParams({ q: query, format: 'json', pageno: String(page) });
    const answer = await askService(context, outbound, 'search', {
      method: 'GET',
      url: `${base}/search?${parameters}`,
    });
    const results = isJsonObject(answer) && Array.isArray(answer.results) ? answer.results.filter(isJsonObject) : [];
    const before = found.size;
    for (const { url, title, content } of results) {
      if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || found.has(url)) continue;
      found.set(url, { url, title: textOf(title, 300), snippet: textOf(content, 1_000) });
    }
    if (found.size === before) break;
  }
  return [...found.values()].slice(0, limit);
}

const textOf = (value: unknown, charactersMax: number): string =>
  typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, charactersMax) : '';
