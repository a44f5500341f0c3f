import { type Static, Type } from 'typebox';
import { defineEngine, type EngineContext, EngineFailure } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import { describeAnswer } from '../engine/model-config.ts';
import { choosePages } from './choose-pages.ts';
import { findSection } from './find-section.ts';
import { type Gathered, gatherPages } from './gather-pages.ts';
import { openSource, readSourceNames } from './open-source.ts';
import { pagesOf, parsePageRanges, toRanges } from './page-ranges.ts';
import { readingConfig } from './reading-config.ts';

const configSchema = Type.Object({
  page_description: Type.String({
    ...form('task', 'Pages to find', { control: 'long-text' }),
    description:
      'The pages to find: a description in plain words, `@PAGERANGE: 3, 5-15` or `@TOC: entry, entry`, or several of these separated by `;`. A page is chosen if any of them matches.',
    examples: ['the balance sheet', '@PAGERANGE: 1-3; @TOC: Annex; tables with prices'],
  }),
  pdf_file: Type.Unknown({
    ...form('inputs', 'Document'),
    description: 'The document: an upload, a file id or a URL.',
    'x-accepts-secrets': true,
  }),
  ...readingConfig,
  model: Type.Optional(
    Type.String({
      ...form('task', 'Model', { control: 'model' }),
      description: 'Id of a model from /v1/agents/models/, used only for descriptions. Default: the default model.',
    }),
  ),
});

/** Finds pages of a document by number, by its table of contents, or by topic. */
export const pdfPageSelectionEngine = defineEngine<Static<typeof configSchema>>({
  id: 'PDFPageSelectionEngine',
  name: 'Document Segmentation',
  description:
    'Finds pages of a document by number, by entries of its table of contents, or by topic. Returns page ranges.',
  inputs: [
    { key: 'pdf_file', data_type: 'application/pdf', description: 'The document.' },
    {
      key: 'page_description',
      data_type: 'text/plain',
      description: 'Which pages to find.',
      example: 'the balance sheet',
    },
  ],
  configSchema,
  defaultConfig: { pdf_file: '${pdf_file}', page_description: '${page_description}' },
  async run(context, { config }) {
    const wishes = parseDescription(config.page_description);
    const [name, ...more] = readSourceNames(config.pdf_file, 'pdf_file');
    if (more.length > 0)
      throw new EngineFailure("Configuration 'pdf_file' must name one file, but names several.", {
        code: 'errand.config.invalid',
      });
    const document = await gatherPages(context, await openSource(context, name!), {
      ocr: true,
      languages: config.ocr_languages,
    });
    const chosen = new Set<number>();
    let description = '';
    for (const wish of wishes) {
      const { pages, by } = await fulfil(context, document, wish, config.model);
      for (const page of pages) chosen.add(page);
      description = by ?? description;
    }
    return {
      outputs: [
        {
          key: 'output',
          data_type: 'application/json',
          value: JSON.stringify(toRanges(chosen)),
          description: description || 'Page ranges.',
        },
      ],
    };
  },
});

type Wish = { kind: 'range' | 'contents' | 'about'; text: string };

function parseDescription(text: string): Wish[] {
  const wishes = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part): Wish => {
      const [, sign, rest] = /^@\s*(PAGERANGE|TOC)\s*:\s*([\s\S]*)$/i.exec(part) ?? [];
      if (sign === undefined) return { kind: 'about', text: part };
      return { kind: sign.toUpperCase() === 'TOC' ? 'contents' : 'range', text: rest! };
    });
  if (wishes.length === 0)
    throw new EngineFailure("Configuration 'page_description' is required.", {
      code: 'errand.config.missing',
    });
  const empty = wishes.find((wish) => wish.text.trim() === '');
  if (empty)
    throw new EngineFailure(`page_description has an empty ${empty.kind === 'range' ? '@PAGERANGE' : '@TOC'}.`, {
      code: 'errand.config.invalid',
    });
  return wishes;
}

async function fulfil(
  context: EngineContext,
  document: Gathered,
  wish: Wish,
  model: string | undefined,
): Promise<{ pages: number[]; by?: string }> {
  if (wish.kind === 'range') return { pages: pagesOf(parsePageRanges(wish.text, '@PAGERANGE'), document.pageCount) };
  if (wish.kind === 'contents') {
    const entries = wish.text.split(',').map((entry) => entry.trim());
    return { pages: entries.filter((entry) => entry !== '').flatMap((entry) => findSection(document, entry)) };
  }
  const { pages, answer } = await choosePages(context, document.pages, wish.text, model);
  return { pages, by: describeAnswer(answer) };
}
