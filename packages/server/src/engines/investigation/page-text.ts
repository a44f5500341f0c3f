import { readDocument } from '../documents/read-document.ts';
import { type EngineContext, EngineFailure } from '../engine.ts';

export type PageText = {
  url: string;
  status: number;
  title: string;
  text: string;
  /** The text is longer than this. */
  isCut: boolean;
  links: string[];
  /** Address of the page as it was saved. */
  saved: string;
};

const BYTES_MAX = 10 * 1024 * 1024;
const TEXT_CHARACTERS_MAX = 100_000;
const LINKS_MAX = 200;

/** The words of a page or document at an address, from one of these hosts. */
export async function readPageText(context: EngineContext, url: string, hosts: readonly string[]): Promise<PageText> {
  if (!URL.canParse(url)) throw new EngineFailure(`${JSON.stringify(url.slice(0, 100))} is no address.`);
  // Named by the address: within a tool that comes from the journal, numbers would shift.
  const page = await context.fetch(`fetch ${url.slice(0, 300)}`, url, { hosts, bytesMax: BYTES_MAX });
  if (page.status >= 400) throw new EngineFailure(`${page.url} answered with status ${page.status}.`);
  const name = new URL(page.url).pathname.split('/').at(-1) || new URL(page.url).host;
  const document = await readDocument(
    { name, contentType: page.headers['content-type'] ?? '', size: page.body.length, open: async () => page.body },
    { baseUrl: page.url, ocr: 'scans', signal: context.signal },
  );
  const contentType = page.headers['content-type'] ?? 'application/octet-stream';
  const extension = EXTENSIONS[document.kind] ?? 'bin';
  const saved = await context.step(`save ${url.slice(0, 300)}`, () =>
    context.reference(page.body, { contentType, extension }),
  );
  const text = document.pages.map((one) => one.text).join('\n');
  return {
    url: page.url,
    status: page.status,
    title: document.title ?? '',
    text: text.slice(0, TEXT_CHARACTERS_MAX).toWellFormed().replaceAll('\u0000', ''),
    isCut: text.length > TEXT_CHARACTERS_MAX,
    links: linksOf(document.markdown ?? ''),
    saved,
  };
}

const EXTENSIONS: Record<string, string> = {
  html: 'html',
  pdf: 'pdf',
  image: 'png',
  docx: 'docx',
  xlsx: 'xlsx',
  text: 'txt',
};

const linksOf = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/\]\((https?:\/\/[^\s)]+)/g)].map(([, link]) => link!).slice(0, LINKS_MAX)),
];
