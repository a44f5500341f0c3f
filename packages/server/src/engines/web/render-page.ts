import type { EngineContext } from '../engine/engine.ts';
import type { Browser } from './browser/browser.ts';
import { openAddress, refuseRefusal } from './browser/open-address.ts';
import { type PageWord, readWords } from './browser/page-words.ts';
import { takeScreenshot } from './browser/screenshot.ts';
import { type PageLink, parsePage, type WebPage } from './read-page.ts';

type RenderOptions = { keepsScreenshot: boolean; seesScreenshot: boolean };
type Shot = { page: WebPage; screenshot: Uint8Array | undefined; words: PageWord[] };
type Drawn = { page: WebPage; references: string[]; screenshot: Uint8Array | undefined };
/** The journal records the text of the page, not the page itself. */
type Recorded = {
  url: string;
  title: string;
  text: string;
  markdown: string;
  links: PageLink[];
  references: string[];
  words?: PageWord[];
};

const HTML_CHARACTERS_MAX = 10_000_000;
const TEXT_CHARACTERS_MAX = 400_000;

/** Renders the page in a browser as one step, which also saves the screenshot. */
export async function renderPage(
  context: EngineContext,
  browser: Browser,
  url: string,
  { keepsScreenshot, seesScreenshot }: RenderOptions,
): Promise<Drawn> {
  let seen: Shot | undefined;
  const wantsImage = keepsScreenshot || seesScreenshot;
  const recorded = await context.step(
    `render ${url.slice(0, 200)}`,
    async (): Promise<Recorded> => {
      seen = await draw(context, browser, url, wantsImage);
      const { page, screenshot, words } = seen;
      const references =
        keepsScreenshot && screenshot
          ? [await context.reference(screenshot, { contentType: 'image/png', extension: 'png' })]
          : [];
      const { content: _content, contentType: _type, ...kept } = page;
      return {
        ...kept,
        text: page.text.slice(0, TEXT_CHARACTERS_MAX),
        markdown: page.markdown.slice(0, TEXT_CHARACTERS_MAX),
        references,
        ...(references.length > 0 && { words }),
      };
    },
    { kind: 'fetch' },
  );
  const { references, words: _words, ...page } = recorded;
  // A later attempt takes the screenshot again if the model still needs it.
  if (seen === undefined && seesScreenshot) seen = await draw(context, browser, url, true);
  const { content, contentType } = seen?.page ?? { content: Buffer.from(page.markdown), contentType: 'text/markdown' };
  return { page: { ...page, content, contentType }, references, screenshot: seen?.screenshot };
}

async function draw(context: EngineContext, browser: Browser, url: string, wantsImage: boolean): Promise<Shot> {
  const drawn = await browser.visit(context.signal, (visit) =>
    visit.within(async () => {
      const { page } = visit;
      await openAddress(visit, url);
      const html = (await page.content()).slice(0, HTML_CHARACTERS_MAX);
      const screenshot = wantsImage ? await takeScreenshot(page) : undefined;
      const words = wantsImage ? await readWords(page) : [];
      refuseRefusal(visit);
      return { url: page.url(), html, screenshot, words };
    }),
  );
  const content = Buffer.from(drawn.html);
  const page = await parsePage(context, { url: drawn.url, content, contentType: 'text/html; charset=utf-8' });
  return { page, screenshot: drawn.screenshot, words: drawn.words };
}
