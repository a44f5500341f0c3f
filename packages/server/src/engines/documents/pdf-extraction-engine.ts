import type { FileCoverage } from '@errand/contract/trust.ts';
import { limits } from '@errand/documents/model/request.ts';
import type { DocumentSource } from '@errand/documents/parse-document.ts';
import { type Static, Type } from 'typebox';
import { needOneOf } from '../engine/config.ts';
import { defineEngine, type EngineContext, EngineFailure } from '../engine/engine.ts';
import { form } from '../engine/form.ts';
import type { JsonSchema } from '../engine/model-call.ts';
import { modelConfig } from '../engine/model-config.ts';
import { findOutputSchemaProblems } from '../engine/output-schema.ts';
import { trustConfig, wantsCheck } from '../trust/trust-config.ts';
import { coverageOf } from './coverage.ts';
import { extractRecords } from './extract-records.ts';
import { type Gathered, type GatheredPage, gatherPages } from './gather-pages.ts';
import { openSource, readSourceNames } from './open-source.ts';
import { pagesOf, parsePageRanges } from './page-ranges.ts';
import { readingConfig } from './reading-config.ts';
import { recordUnits } from './split-records.ts';

const configSchema = Type.Object({
  instructions: Type.Optional(
    Type.String({
      ...form('task', 'Instruction', { control: 'long-text' }),
      description: 'What to find in the documents, in plain words. Required.',
    }),
  ),
  instruction: Type.Optional(
    Type.String({
      ...form('task', 'Instruction', { control: 'long-text' }),
      description: 'Another name for instructions.',
    }),
  ),
  pdf_files: Type.Optional(
    Type.Unknown({
      ...form('inputs', 'Files to read'),
      'x-accepts-secrets': true,
      description:
        'Files to read: uploads, file ids or URLs, separated by commas, spaces or line breaks. Required. Supported: PDF, images, TIFF, DOCX, XLSX, PPTX, HTML, CSV, text, e-mail with attachments and ZIP archives.',
    }),
  ),
  pdf_file: Type.Optional(
    Type.Unknown({
      ...form('inputs', 'File to read'),
      description: 'Another name for pdf_files.',
      'x-accepts-secrets': true,
    }),
  ),
  batch_size: Type.Optional(
    Type.Integer({
      ...form('advanced', 'Read at once', { unit: 'pages' }),
      minimum: 1,
      maximum: 50,
      default: 10,
      description: 'Pages that the model reads at once.',
    }),
  ),
  ...modelConfig,
  temperature: Type.Optional(
    Type.Number({
      ...form('advanced', 'Temperature'),
      minimum: 0,
      maximum: 1,
      default: 0,
      description: 'Ignored by models that do not support it.',
    }),
  ),
  ...trustConfig,
  ...readingConfig,
  record_per: Type.Optional(
    Type.Enum([...recordUnits], {
      ...form('output', 'One record for each'),
      default: 'run',
      description:
        'run: one value for all files. file: an array with a record for each file, attachments included. document: a record for each document, so that files with several documents are split; each record says what it is.',
    }),
  ),
  convert_to_images: Type.Optional(
    Type.Boolean({
      ...form('advanced', 'Show the model images of the pages'),
      default: true,
      description:
        'Whether a model that reads images also gets images of the pages. Other models get only the text, by OCR for scans.',
    }),
  ),
  page_filter: Type.Optional(
    Type.String({
      ...form('inputs', 'Only these pages'),
      description: 'Only these pages of each file, such as `1-3, 7`.',
    }),
  ),
  output_schema: Type.Optional(
    Type.Unsafe<JsonSchema>({
      ...form('output', 'Output', { control: 'output-schema' }),
      type: 'object',
      description: 'JSON Schema (2020-12) of the output. Without it, the output is {"text": …}.',
    }),
  ),
});
export type PdfExtractionConfig = Static<typeof configSchema>;

/** Extracts data from documents as JSON that fits a schema. */
export const pdfExtractionEngine = defineEngine<PdfExtractionConfig>({
  id: 'PDFExtractionEngine',
  name: 'Document Insights',
  description:
    'Reads PDF files (their text, the images of their pages, scans by OCR) and returns JSON that fits your schema, on request with the position of each value. Works with every model, including the built-in baseline.',
  inputs: [
    {
      key: 'pdf_files',
      data_type: 'application/pdf',
      description: 'The documents to read.',
      accepts_multiple_files: true,
    },
  ],
  configSchema,
  defaultConfig: { pdf_files: '${pdf_files}', instructions: 'Summarize the document.', batch_size: 10 },
  checkConfig: (config) => findOutputSchemaProblems(config.output_schema),
  findMissing: (config) => [
    ...needOneOf(config, 'instructions', 'instruction'),
    ...needOneOf(config, 'pdf_files', 'pdf_file'),
  ],
  async run(context, { config }) {
    const instructions = (config.instructions ?? config.instruction ?? '').trim();
    if (instructions === '')
      throw new EngineFailure("Configuration 'instructions' is required.", { code: 'errand.config.missing' });
    const names = readSourceNames(config.pdf_files ?? config.pdf_file, 'pdf_files');
    const sendsImages = (config.convert_to_images ?? true) && context.readsImages(config.model);
    const pages: GatheredPage[] = [];
    const coverage: FileCoverage[] = [];
    for (const name of names) {
      const { source, gathered } = await readPages(context, name, config, sendsImages);
      pages.push(...gathered.pages);
      coverage.push(coverageOf(source.name, gathered, sendsImages));
      checkLength(pages);
    }
    if (!sendsImages && pages.every((page) => page.text.trim() === ''))
      throw new EngineFailure('The documents contain no text, and OCR found none. Use a model that reads images.', {
        code: 'errand.documents.no_text',
      });
    return extractRecords(context, pages, coverage, { ...config, instructions, sendsImages });
  },
});

/** All files together share the limit of one, because they are in memory at the same time. */
function checkLength(pages: GatheredPage[]): void {
  if (pages.reduce((sum, page) => sum + page.text.length, 0) > limits.charactersMax)
    throw new EngineFailure(
      `The files have more than ${limits.charactersMax} characters of text in total. Split them over several jobs.`,
      { code: 'errand.documents.too_large' },
    );
}

async function readPages(
  context: EngineContext,
  name: string,
  config: PdfExtractionConfig,
  sendsImages: boolean,
): Promise<{ source: DocumentSource; gathered: Gathered }> {
  const source = await openSource(context, name);
  const filter = config.page_filter?.trim();
  const ranges = filter ? parsePageRanges(filter, 'page_filter') : undefined;
  const gathered = await gatherPages(context, source, {
    // The check looks values up in the text, even those that the model read from images.
    ocr: !sendsImages || wantsCheck(config),
    languages: config.ocr_languages,
    ...(ranges && { choose: (count: number) => pagesOf(ranges, count) }),
  });
  if (gathered.pages.length === 0)
    throw new EngineFailure(`page_filter selects none of the ${gathered.pageCount} pages of '${source.name}'.`, {
      code: 'errand.documents.pages_missing',
    });
  return { source, gathered };
}
