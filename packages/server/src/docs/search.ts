import MiniSearch from 'minisearch';
import { INDEX, type Page, rootFrom } from './page.ts';
import { escapeHtml, slugOfHeading } from './render.ts';

// Full-text search over passages. A passage is the text under one heading.

type Passage = { id: number; path: string; anchor: string; page: string; heading: string; text: string };

export type Hit = { title: string; path: string; excerpt: string };

const HITS_MAX = 30;
const EXCERPT_CHARACTERS = 200;

export function createSearch(pages: Iterable<Page>) {
  const passages = Array.from(pages)
    .flatMap(splitPage)
    .map((passage, id): Passage => ({ ...passage, id }));
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'page', 'text'],
    searchOptions: { boost: { heading: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
    // Splits at punctuation, so that parts of codes and paths are found too.
    tokenize: (text) => text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== ''),
  });
  index.addAll(passages);
  return (query: string): Hit[] => {
    const words = query.slice(0, 200);
    return index
      .search(words)
      .slice(0, HITS_MAX)
      .map(({ id }) => toHit(passages[id]!, words));
  };
}

function splitPage({ path, title, markdown }: Page): Omit<Passage, 'id'>[] {
  return markdown.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [, sign = '', heading = ''] = /^(#{1,3}) (.+)$/m.exec(part) ?? [];
    if (heading === '') return [];
    const anchor = sign === '#' ? '' : `#${slugOfHeading(heading)}`;
    return [{ path, anchor, page: title, heading, text: part.slice(part.indexOf('\n') + 1) }];
  });
}

function toHit({ path, anchor, page, heading, text }: Passage, query: string): Hit {
  const flat = text
    .replace(/[`*|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const first = query.split(/\s+/).find((word) => word !== '') ?? '';
  const at = Math.max(0, flat.toLowerCase().indexOf(first.toLowerCase()) - 60);
  const title = heading === page ? page : `${page}: ${heading.replace(/[`*]/g, '')}`;
  return { title, path: `${path}/${anchor}`, excerpt: flat.slice(at, at + EXCERPT_CHARACTERS) };
}

/** Renders the results as a page. */
export function writeResults(query: string, hits: Hit[]): { page: Page; html: string } {
  const page: Page = { path: `${INDEX}/search`, group: '', title: 'Search', markdown: '' };
  const root = rootFrom(page.path);
  const items = writeHits(hits, root);
  const none = query === '' ? 'Type your search in the field above.' : `No results for “${escapeHtml(query)}”.`;
  return { page, html: `<h1>Search</h1>\n${items === '' ? `<p>${none}</p>` : items}` };
}

const MISSING_HITS_MAX = 5;

/** Renders the page for an unknown address, with search results for its words. */
export function writeMissing(path: string, hits: Hit[]): { page: Page; html: string } {
  const page: Page = { path, group: '', title: 'Page not found', markdown: '' };
  const root = rootFrom(path);
  const found = writeHits(hits.slice(0, MISSING_HITS_MAX), root);
  const html = `<h1>Page not found</h1>
<p>There is no page at this address. See <a href="${root}docs/">all pages</a>, or search above.</p>
${found === '' ? '' : `<h2>Did you mean one of these?</h2>\n${found}`}`;
  return { page, html };
}

function writeHits(hits: Hit[], root: string): string {
  const items = hits.map(
    ({ title, path, excerpt }) =>
      `<li><p><a href="${root}${escapeHtml(path)}">${escapeHtml(title)}</a><br>${escapeHtml(excerpt)}</p></li>`,
  );
  return items.length === 0 ? '' : `<ol>${items.join('\n')}</ol>`;
}
