import MiniSearch, { type SearchResult } from 'minisearch';
import { escapeHtml } from './escape-html.ts';
import { groupNames } from './guides.ts';
import { INDEX, type Page, rootFrom } from './page.ts';
import { slugOfHeading } from './render.ts';

// Full-text search over passages. A passage is the text under one heading.

type Passage = {
  id: number;
  path: string;
  anchor: string;
  page: string;
  heading: string;
  text: string;
  /** A guide explains; reference and errors list, and have every word somewhere. */
  isGuide: boolean;
};

export type Hit = { title: string; path: string; excerpt: string };

const HITS_MAX = 30;
const EXCERPT_CHARACTERS = 200;
const GUIDE_BOOST = 2;

export function createSearch(pages: Iterable<Page>) {
  const passages = Array.from(pages)
    .flatMap(splitPage)
    .map((passage, id): Passage => ({ ...passage, id }));
  const index = new MiniSearch<Passage>({
    fields: ['heading', 'page', 'text'],
    searchOptions: {
      boost: { heading: 4, page: 3 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 4 ? 0.15 : false),
      weights: { prefix: 0.3, fuzzy: 0.1 },
      boostDocument: (id) => (passages[id]!.isGuide ? GUIDE_BOOST : 1),
    },
    tokenize: splitWords,
    processTerm: stem,
  });
  index.addAll(passages);
  return (query: string): Hit[] => {
    const words = wordsOf(query.slice(0, 200));
    // A question needs not be worded as the answer is, so no word has to be there; passages with more of them come first.
    const rank = (hit: SearchResult): number => hit.score * (hit.queryTerms.length / words.length) ** 2;
    return index
      .search(words.join(' '))
      .sort((a, b) => rank(b) - rank(a))
      .slice(0, HITS_MAX)
      .map(({ id, terms }) => toHit(passages[id]!, terms));
  };
}

/** Splits at punctuation, so that parts of codes and paths are found too. */
const splitWords = (text: string): string[] => text.split(/[\s\p{P}\p{S}]+/u).filter((word) => word !== '');

/** Takes the endings of plurals and verbs away, so that a question finds `jobs` by job and `signed` by sign. */
const stem = (word: string): string => word.toLowerCase().replace(/(?<=\w{3})(?:ies|ing|ed|es|s|e)$/, '');

/** Words of questions that say nothing about the answer. */
const STOP_WORDS = new Set(
  (
    'a about all am an and any are as at be by can could did do does for from get give has have how i if in into is it ' +
    'its made make me mine my need of on or our out please should so some than that the their them then there these ' +
    'they this to us use using want was way we what when where which who why will with would you your'
  ).split(' '),
);

/** Returns the words of a query that matter, or all of them if none does. */
function wordsOf(query: string): string[] {
  const words = splitWords(query);
  const telling = words.filter((word) => !STOP_WORDS.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

function splitPage({ path, title, group, markdown }: Page): Omit<Passage, 'id'>[] {
  return markdown.split(/^(?=#{1,3} )/m).flatMap((part) => {
    const [, sign = '', heading = ''] = /^(#{1,3}) (.+)$/m.exec(part) ?? [];
    if (heading === '') return [];
    const anchor = sign === '#' ? '' : `#${slugOfHeading(heading)}`;
    const isGuide = groupNames.includes(group) && title !== 'Errors';
    return [{ path, anchor, page: title, heading, text: part.slice(part.indexOf('\n') + 1), isGuide }];
  });
}

function toHit({ path, anchor, page, heading, text }: Passage, found: string[]): Hit {
  const flat = text
    .replace(/[`*|#]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const places = found.map((word) => flat.toLowerCase().indexOf(word)).filter((at) => at >= 0);
  const at = places.length === 0 ? 0 : Math.max(0, Math.min(...places) - 60);
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
