import { type Static, Type } from 'typebox';
import { isJsonObject } from '#platform/json.ts';
import { defineEngine, type Engine, type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import type { JsonSchema, ModelPart } from '../engine/model-call.ts';
import { describeAnswer, modelConfig } from '../engine/model-config.ts';
import { findOutputSchemaProblems } from '../engine/output-schema.ts';
import { trustConfig } from '../trust/trust-config.ts';
import type { Browser } from './browser/browser.ts';
import { RefusedAddress } from './browser/open-address.ts';
import { extractFromPage } from './extract-from-page.ts';
import { completeUrl, readPage, type WebPage } from './read-page.ts';
import { savePage, withReferences } from './references.ts';
import { renderPage } from './render-page.ts';

/** Values inside an object are not converted to the schema's types, so text is accepted as well. */
const flag = (description = '') =>
  Type.Unsafe<boolean | 'true' | 'false'>({
    enum: [true, false, 'true', 'false'],
    ...(description && { description }),
  });
const isOn = (value: unknown): boolean => value === true || value === 'true';

const configSchema = Type.Object({
  url: Type.String({ ...form('inputs', 'Page'), description: 'URL of the page.', 'x-accepts-secrets': true }),
  instruction: Type.Optional(
    Type.String({
      ...form('task', 'Instruction', { control: 'long-text' }),
      description: 'What to look for, in plain words.',
    }),
  ),
  ...modelConfig,
  ...trustConfig,
  vision_mode: Type.Optional(
    Type.Boolean({
      ...form('advanced', 'Show the model a screenshot'),
      default: false,
      description:
        'Whether the model also gets an image of the page. Needs Chromium on the server and a model that reads images.',
    }),
  ),
  crawl_config: Type.Optional(
    Type.Object(
      {
        save_html: Type.Optional(flag()),
        save_markdown: Type.Optional(flag()),
        save_screenshot: Type.Optional(flag('Needs Chromium on the server.')),
      },
      {
        ...form('output', 'Formats to save'),
        description: 'Formats in which to save the page. The output lists the saved files under `references`.',
      },
    ),
  ),
  output_schema: Type.Optional(
    Type.Unsafe<JsonSchema>({
      ...form('output', 'Output', { control: 'output-schema' }),
      type: 'object',
      description:
        'JSON Schema (2020-12) of the output. Without it, the output is {"text": …} or, without an instruction, the page itself.',
    }),
  ),
});
type Config = Static<typeof configSchema>;

/** A page with less text is probably rendered by scripts. */
const EMPTY_CHARACTERS = 200;

/** Extracts structured data from one web page. */
export function createUrlWebsiteExtractionEngine(browser: Browser): Engine {
  return defineEngine<Config>({
    id: 'URLWebsiteExtractionEngine',
    name: 'Web Insights',
    description:
      'Reads a web page and returns JSON that fits your schema. On request it saves the page as HTML, markdown or screenshot. If the server has Chromium, it renders pages that need a browser.',
    inputs: [{ key: 'url', data_type: 'text/plain', description: 'URL of the page.', example: 'https://example.com/' }],
    configSchema,
    defaultConfig: { url: '${url}', instruction: '', crawl_config: { save_markdown: true } },
    uses: ['browser'],
    needsFor: ({ vision_mode: vision, crawl_config: crawl }) =>
      isOn(vision) || (isJsonObject(crawl) && isOn(crawl.save_screenshot)) ? ['browser'] : [],
    checkConfig: (config) => findOutputSchemaProblems(config.output_schema),
    async run(context, { config }) {
      const { page, references, images, notes } = await visit(context, browser, config);
      const { value, description, ...judged } = await answer(context, page, config, images);
      return {
        ...judged,
        outputs: [
          {
            key: 'output',
            data_type: 'application/json',
            value: JSON.stringify(withReferences(value, references)),
            description: [description, ...notes].join(' '),
          },
        ],
      };
    },
  });
}

type Visit = { page: WebPage; references: string[]; images: ModelPart[]; notes: string[] };

async function visit(context: EngineContext, browser: Browser, config: Config): Promise<Visit> {
  const url = completeUrl(config.url);
  const { save_html: html, save_markdown: markdown, save_screenshot: screenshot } = config.crawl_config ?? {};
  const crawl = { html: isOn(html), markdown: isOn(markdown), screenshot: isOn(screenshot) };
  const notes: string[] = [];
  const wantsVision = (config.vision_mode ?? false) && context.readsImages(config.model);
  if (config.vision_mode && !wantsVision)
    notes.push(`vision_mode had no effect: ${context.modelName(config.model)} is not known to read images.`);
  const plain = await readPage(context, url);
  const isDrawn = plain.text.trim().length < EMPTY_CHARACTERS && /html/i.test(plain.contentType);
  let page = plain;
  const images: ModelPart[] = [];
  const references: string[] = [];
  const wanted = wantsVision || crawl.screenshot;
  if (browser.executable === undefined) {
    // A short page is often complete, so only a requested feature is reported as missing.
    if (wanted) notes.push(`No screenshot was taken: ${browser.missing}`);
    else if (isDrawn) notes.push(`The page has little text, and its scripts did not run: ${browser.missing}`);
  } else if (wanted || isDrawn) {
    const options = { keepsScreenshot: crawl.screenshot, seesScreenshot: wantsVision };
    const drawn = await renderPage(context, browser, plain.url, options).catch((error: unknown) => {
      if (wanted || error instanceof RefusedAddress || !(error instanceof EngineFailure)) throw error;
      // The browser was optional, and the page could be read without it.
      notes.push(`The page has little text, and its scripts did not run. ${error.message}`);
      return undefined;
    });
    page = { ...plain, ...drawn?.page };
    references.push(...(drawn?.references ?? []));
    if (drawn?.screenshot) images.push({ type: 'image', data: drawn.screenshot, mediaType: 'image/png' });
  }
  references.unshift(...(await savePage(context, page, crawl)));
  return { page, references, images, notes };
}

async function answer(
  context: EngineContext,
  page: WebPage,
  config: Config,
  images: ModelPart[],
): Promise<{ value: unknown; description: string } & Pick<EngineResult, 'trust' | 'needsReview'>> {
  if (config.output_schema === undefined && (config.instruction ?? '').trim() === '') {
    const { url, title, markdown } = page;
    return { value: { url, title, markdown }, description: 'The page as markdown. No model was used.' };
  }
  const { answer: given, ...extracted } = await extractFromPage(context, page, { ...config, images });
  return { ...extracted, description: describeAnswer(given) };
}
