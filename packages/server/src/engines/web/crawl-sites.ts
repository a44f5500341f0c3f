import { type EngineContext, EngineFailure } from '../engine/engine.ts';
import { sharedWords, splitPassages } from '../models/relevance.ts';
import { readPage, type WebPage } from './read-page.ts';

export type SearchResult = { url: string; title: string; snippet: string };

/** Pages that one search may read, over all sites. */
const PAGES_MAX = 24;
const AT_ONCE = 4;

type Candidate = { url: string; text: string };

/**
 * Searches a few sites without a search engine. Reads their start pages and the pages they link to on the same sites,
 * beginning with links that resemble the query, and returns the best matches. Each page is fetched as a step.
 */
export async function crawlSites(
  context: EngineContext,
  sites: string[],
  query: string,
  limit: number,
): Promise<SearchResult[]> {
  const origins = new Set(sites.map((site) => new URL(site).origin));
  const known = new Set(sites);
  const read: WebPage[] = [];
  let next: Candidate[] = sites.map((url) => ({ url, text: '' }));
  while (next.length > 0 && read.length < PAGES_MAX) {
    const round = next.splice(0, Math.min(AT_ONCE, PAGES_MAX - read.length));
    const pages = await Promise.all(round.map((candidate) => readIfPossible(context, candidate.url)));
    for (const page of pages) {
      if (page === undefined) continue;
      read.push(page);
      for (const { url, text } of page.links) {
        if (known.has(url) || !origins.has(new URL(url).origin)) continue;
        known.add(url);
        next.push({ url, text });
      }
    }
    // Sorting is stable, so every attempt reads the same pages.
    next = next
      .map((candidate) => ({ candidate, score: sharedWords(query, `${candidate.text} ${candidate.url}`) }))
      .sort((a, b) => b.score - a.score)
      .map(({ candidate }) => candidate);
  }
  if (read.length === 0)
    throw new EngineFailure('None of the sites in ERRAND_SEARCH_SITES could be read.', {
      code: 'errand.web.unreachable',
      retry: true,
    });
  return read
    .map((page) => ({ page, ...bestPassage(query, page) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ page, snippet }) => ({ url: page.url, title: page.title, snippet }));
}

/** Skips a dead link, but not a cancelled job. */
async function readIfPossible(context: EngineContext, url: string): Promise<WebPage | undefined> {
  try {
    return await readPage(context, url);
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof EngineFailure) return undefined;
    throw error;
  }
}

function bestPassage(query: string, page: WebPage): { snippet: string; score: number } {
  let best = { snippet: '', score: 0 };
  for (const snippet of splitPassages(page.text, 30)) {
    const score = sharedWords(query, snippet);
    if (best.snippet === '' || score > best.score) best = { snippet, score };
  }
  return { ...best, score: best.score + sharedWords(query, page.title) };
}
