import { createHash } from 'node:crypto';
import type { DocumentKind } from '@errand/documents/model/document.ts';
import { readDocument } from '../../documents/read-document.ts';
import { type EngineContext, EngineFailure, type SavedPage } from '../../engine/engine.ts';

export type PageText = {
  url: string;
  status: number;
  title: string;
  text: string;
  /** Whether the text has been cut. */
  isCut: boolean;
  links: string[];
  /** The page as it was saved. */
  saved: Saved;
  /** Null if there is no screenshot. Then `note` says why. */
  screenshot: Saved | null;
  note: string;
};

/** Bytes that are stored with the job as a reference. */
export type Saved = { address: string; sha256: string };

const BYTES_MAX = 10 * 1024 * 1024;
const TEXT_CHARACTERS_MAX = 100_000;
const LINKS_MAX = 200;

/** Reads the text of a page or document at a URL on one of these hosts. */
export async function readPageText(context: EngineContext, url: string, hosts: readonly string[]): Promise<PageText> {
  if (!URL.canParse(url))
    throw new EngineFailure(`${JSON.stringify(url.slice(0, 100))} must be a URL.`, {
      code: 'errand.web.invalid_address',
    });
  // The URL is the step's name. Numbers would shift if a tool result came from the journal.
  const page = await context.fetch(`fetch ${url.slice(0, 300)}`, url, { hosts, bytesMax: BYTES_MAX });
  if (page.status >= 400)
    throw new EngineFailure(`${page.url} responded with status ${page.status}.`, { code: 'errand.web.status' });
  const name = new URL(page.url).pathname.split('/').at(-1) || new URL(page.url).host;
  const document = await readDocument(
    { name, contentType: page.headers['content-type'] ?? '', size: page.body.length, open: async () => page.body },
    { baseUrl: page.url, ocr: 'scans', signal: context.signal },
  );
  const contentType = page.headers['content-type'] ?? 'application/octet-stream';
  const extension = EXTENSIONS[document.kind];
  const saved = await context.step(`save ${url.slice(0, 300)}`, () =>
    save(context, page.body, { contentType, extension }),
  );
  const picture =
    document.kind === 'html'
      ? await takePicture(context, { url: page.url, content: page.body, contentType, hosts })
      : { screenshot: null, note: '' };
  const text = document.pages.map((one) => one.text).join('\n');
  return {
    url: page.url,
    status: page.status,
    title: document.title ?? '',
    text: text.slice(0, TEXT_CHARACTERS_MAX).toWellFormed().replaceAll('\u0000', ''),
    isCut: text.length > TEXT_CHARACTERS_MAX,
    links: linksOf(document.markdown ?? ''),
    saved,
    ...picture,
  };
}

/** Does not fail without a browser: screenshots are for people, and the decision does not need them. */
async function takePicture(context: EngineContext, page: SavedPage): Promise<Pick<PageText, 'screenshot' | 'note'>> {
  return context.step(
    `screenshot ${page.url.slice(0, 300)}`,
    async () => {
      try {
        const png = await context.screenshot(page);
        return { screenshot: await save(context, png, { contentType: 'image/png', extension: 'png' }), note: '' };
      } catch (error) {
        if (!(error instanceof EngineFailure) || context.signal.aborted) throw error;
        return { screenshot: null, note: `No screenshot was taken: ${error.message}` };
      }
    },
    { kind: 'fetch' },
  );
}

export async function save(
  context: Pick<EngineContext, 'reference'>,
  content: Uint8Array,
  options: { contentType: string; extension: string },
): Promise<Saved> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { address: await context.reference(content, options), sha256 };
}

/** Describes a page as evidence, with its stored copies. */
export const pageEvidence = ({ title, url, status, text, isCut, saved, screenshot, note }: PageText) => ({
  name: title || url,
  source: url,
  text,
  isCut,
  saved: screenshot === null ? [saved] : [saved, screenshot],
  detail: { url, status, ...(note !== '' && { note }) },
});

const EXTENSIONS: Record<DocumentKind, string> = {
  html: 'html',
  pdf: 'pdf',
  image: 'png',
  docx: 'docx',
  xlsx: 'xlsx',
  pptx: 'pptx',
  odt: 'odt',
  csv: 'csv',
  text: 'txt',
  email: 'eml',
  archive: 'zip',
};

const linksOf = (markdown: string): string[] => [
  ...new Set([...markdown.matchAll(/\]\((https?:\/\/[^\s)]+)/g)].map(([, link]) => link!).slice(0, LINKS_MAX)),
];
