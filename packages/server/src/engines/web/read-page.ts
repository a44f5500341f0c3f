import { readDocument } from '../documents/read-document.ts';
import { type EngineContext, EngineFailure } from '../engine/engine.ts';

export type PageLink = { url: string; text: string };

export type WebPage = {
  /** The URL after redirects. */
  url: string;
  title: string;
  /** All visible text. */
  text: string;
  /** The article if the page is one, else everything. */
  markdown: string;
  links: PageLink[];
  content: Buffer;
  contentType: string;
};

const PAGE_BYTES_MAX = 15 * 1024 * 1024;
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.8,*/*;q=0.5';

/** Reads a web page as text. The guard checks the request, which is a step; a sandbox parses the page. */
export async function readPage(context: EngineContext, address: string): Promise<WebPage> {
  const from = completeUrl(address);
  const { url, status, headers, body } = await context.fetch(`fetch ${from.slice(0, 200)}`, from, {
    headers: { accept: ACCEPT, 'accept-language': 'en, *;q=0.5' },
    bytesMax: PAGE_BYTES_MAX,
  });
  if (status >= 400) {
    throw new EngineFailure(`${from.slice(0, 200)} could not be read: the server responded with status ${status}.`, {
      code: 'errand.web.status',
      retry: status >= 500 || status === 429,
    });
  }
  return parsePage(context, { url, content: body, contentType: headers['content-type'] ?? '' });
}

export async function parsePage(
  context: EngineContext,
  page: Pick<WebPage, 'url' | 'content' | 'contentType'>,
): Promise<WebPage> {
  const { pages, title, markdown, links } = await readDocument(
    { name: page.url.slice(0, 200), contentType: page.contentType, open: async () => page.content },
    { baseUrl: page.url, signal: context.signal },
  );
  const text = pages.map((one) => one.text).join('\n\n');
  return { ...page, title: title ?? '', text, markdown: markdown ?? text, links: links ?? [] };
}

/** Adds a missing scheme. The guard checks the rest. */
export function completeUrl(address: string): string {
  const trimmed = address.trim();
  if (trimmed === '') throw new EngineFailure("Configuration 'url' is required.", { code: 'errand.config.missing' });
  return /^[a-z][a-z0-9+.-]*:/i.test(trimmed) && !/^[\w.-]+:\d/.test(trimmed) ? trimmed : `https://${trimmed}`;
}
