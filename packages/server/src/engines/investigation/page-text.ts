import { type EngineContext, EngineFailure } from '../engine.ts';

export type PageText = { url: string; status: number; title: string; text: string };

const BYTES_MAX = 5 * 1024 * 1024;
const TEXT_CHARACTERS_MAX = 100_000;

/** The words of a page, from one of these hosts. */
export async function readPageText(context: EngineContext, url: string, hosts: readonly string[]): Promise<PageText> {
  if (!URL.canParse(url)) throw new EngineFailure(`${JSON.stringify(url.slice(0, 100))} is no address.`);
  const page = await context.fetch('fetch page', url, { hosts, bytesMax: BYTES_MAX });
  if (page.status >= 400) throw new EngineFailure(`${page.url} answered with status ${page.status}.`);
  const body = page.body.toString('utf8').toWellFormed().replaceAll('\u0000', '');
  const isHtml = /html/.test(page.headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(body);
  const title = /<title[^>]*>([^<]*)/i.exec(body)?.[1]?.trim() ?? '';
  return {
    url: page.url,
    status: page.status,
    title,
    text: (isHtml ? htmlText(body) : body).slice(0, TEXT_CHARACTERS_MAX),
  };
}

function htmlText(html: string): string {
  return html
    .replace(/<(script|style|noscript|template|svg)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/section|\/article)\b[^>]*>/gi, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_match, name: string) => ENTITIES[name]!)
    .replace(/[ \t]+/g, ' ')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
}

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
