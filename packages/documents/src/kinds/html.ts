import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';
import { UnreadableFile } from '../model/unreadable-file.ts';
import { composeDom, measureTree } from './dom-text.ts';
import { charsetOf, decodeText } from './plain-text.ts';
import type { Reader } from './reader.ts';

/** The share of the visible text that the article must have. Otherwise the page is not an article. */
const ARTICLE_SHARE_MIN = 0.4;
/** Finding the article takes time with the square of the elements (half a second here) and the cube of the depth (2 s at
 * 500 levels). Articles have some thousand elements on about 40 levels. */
const ARTICLE_MAX = { elements: 10_000, depth: 150 };
/** Converting to Markdown recurses and holds each element several times. */
const MARKDOWN_MAX = { elements: 100_000, depth: 500 };
/** A tree takes twenty times the memory of its text. */
const HTML_BYTES_MAX = 20 * 1024 * 1024;

/** Reads the visible content of a page as text and Markdown: the article if it is one, otherwise everything. */
export const readHtml: Reader = async (content, request, emit) => {
  if (content.length > HTML_BYTES_MAX)
    throw new UnreadableFile(`has more than ${HTML_BYTES_MAX / 1024 ** 2} MB of HTML, which is the limit.`);
  const html = decodeText(content, charsetOf(request.contentType) ?? declaredCharset(content));
  const document = parseHtmlText(html);
  const title = cleanTitle(document.querySelector('title')?.textContent ?? '');
  resolveLinks(document, request.baseUrl);
  const all = composeDom(document.body);
  const article = fits(document.body, ARTICLE_MAX) ? findArticle(html, request.baseUrl) : undefined;
  const isArticle = article !== undefined && article.text.length >= all.text.length * ARTICLE_SHARE_MIN;
  emit({ number: 1, width: 0, height: 0, scanned: false, ...all });
  const markdown = isArticle ? article.markdown : toMarkdown(document.body);
  return { pageCount: 1, title, markdown, links: listLinks(document) };
};

const LINKS_MAX = 500;

function listLinks(document: Document): { url: string; text: string }[] {
  const links = new Map<string, string>();
  for (const anchor of document.querySelectorAll('a[href]')) {
    const url = (anchor.getAttribute('href') ?? '').replace(/#.*$/, '');
    const text = (anchor.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, 200);
    if (/^https?:\/\//i.test(url) && !links.has(url)) links.set(url, text);
    if (links.size === LINKS_MAX) break;
  }
  return [...links].map(([url, text]) => ({ url, text }));
}

type Document = ReturnType<typeof parseHTML>['document'];
type Element = Document['body'];

export function parseHtmlText(html: string): Document {
  const { document } = parseHTML(html);
  // A fragment is wrapped, so that there is always a body.
  return document.body === null || document.documentElement?.tagName !== 'HTML'
    ? parseHTML(`<!doctype html><html><body>${html}</body></html>`).document
    : document;
}

/** Readability changes the tree, so it gets its own copy. */
function findArticle(html: string, baseUrl: string | undefined): { text: string; markdown: string } | undefined {
  const document = parseHtmlText(html);
  resolveLinks(document, baseUrl);
  try {
    const article = new Readability(document as never, { charThreshold: 200 }).parse();
    if (!article?.content) return undefined;
    const { body } = parseHtmlText(`<!doctype html><html><body>${article.content}</body></html>`);
    return { text: textOf(body), markdown: `# ${article.title ?? ''}\n\n${toMarkdown(body)}` };
  } catch (error) {
    if (error instanceof RangeError) throw error;
    return undefined;
  }
}

const textOf = (element: Element): string => composeDom(element).text;

const turndown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });
turndown.remove(['script', 'style', 'noscript', 'template', 'iframe', 'form', 'svg', 'canvas'] as never);
turndown.addRule('cell', {
  filter: ['td', 'th'],
  replacement: (content) => ` ${content.replace(/\s+/g, ' ').trim()} |`,
});
turndown.addRule('row', {
  filter: 'tr',
  replacement: (content, node) => {
    const cells = (node as unknown as { children: { length: number } }).children.length;
    const isFirst = (node as unknown as { previousElementSibling: unknown }).previousElementSibling === null;
    const isHead = isFirst && (node as unknown as { parentNode: { tagName: string } }).parentNode.tagName !== 'TFOOT';
    return `|${content}\n${isHead ? `|${' --- |'.repeat(cells)}\n` : ''}`;
  },
});
turndown.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
turndown.addRule('section', { filter: ['thead', 'tbody', 'tfoot'], replacement: (content) => content });

export function toMarkdown(element: Element): string {
  if (!fits(element, MARKDOWN_MAX)) return textOf(element);
  return turndown
    .turndown(element as never)
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function fits(element: Element, most: { elements: number; depth: number }): boolean {
  const { elements, depth } = measureTree(element);
  return elements <= most.elements && depth <= most.depth;
}

function resolveLinks(document: Document, baseUrl: string | undefined): void {
  if (baseUrl === undefined) return;
  const declared = document.querySelector('base[href]')?.getAttribute('href');
  const base = declared && URL.canParse(declared, baseUrl) ? new URL(declared, baseUrl).href : baseUrl;
  for (const link of document.querySelectorAll('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    if (/^(javascript|data):/i.test(href.trim())) link.removeAttribute('href');
    else if (URL.canParse(href, base)) link.setAttribute('href', new URL(href, base).href);
  }
  for (const image of document.querySelectorAll('img[src]')) {
    const source = image.getAttribute('src') ?? '';
    // Embedded pictures would add megabytes to the text.
    if (/^data:/i.test(source)) image.remove();
    else if (URL.canParse(source, base)) image.setAttribute('src', new URL(source, base).href);
  }
}

/** Reads the declared encoding, which must be in the first kilobyte. */
const declaredCharset = (content: Buffer): string | undefined =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(content.subarray(0, 1_024).toString('latin1'))?.[1];

const cleanTitle = (title: string): string => title.replace(/\s+/g, ' ').trim().slice(0, 500);
