import type { FieldTrust, FileCoverage } from '@errand/contract/trust.ts';
import { isJsonObject } from '#platform/json.ts';
import { type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import { describeAnswer } from '../engine/model-config.ts';
import { escalate } from '../trust/escalate.ts';
import { type Judged, judgeExtraction, outputValue, partialResult } from '../trust/judge-extraction.ts';
import { keepFound, withPartial } from '../trust/keep-found.ts';
import { pagePiece } from '../trust/pieces.ts';
import type { TrustConfig } from '../trust/trust-config.ts';
import { type Extracted, type ExtractOptions, extractFromPages } from './extract-from-pages.ts';
import type { GatheredPage } from './gather-pages.ts';
import { numberDocuments, type RecordSource, type RecordUnit, splitRecords } from './split-records.ts';

type Options = ExtractOptions & TrustConfig & { record_per?: RecordUnit };

/** The values of one file or document, and their source. */
type JudgedRecord = { judged: Judged; source: RecordSource };

/** Extracts one value for the run, or a record per file or document. Each is checked against its own pages only. */
export async function extractRecords(
  context: EngineContext,
  pages: GatheredPage[],
  coverage: FileCoverage[],
  options: Options,
): Promise<EngineResult> {
  const { record_per: unit = 'run' } = options;
  if (unit === 'run') {
    const { judged, answer } = await extractOne(context, pages, coverage, { ...options, isOutput: true });
    return toResult(judged, answer, outputValue(judged, options));
  }
  const groups = await splitRecords(context, pages, unit, options.model);
  const records: JudgedRecord[] = [];
  let answer: Extracted['answer'] | undefined;
  for (const [index, { source, pages: own }] of groups.entries()) {
    context.progress({ record: index + 1, of: groups.length });
    const one = await extractOne(context, own, coverage, options).catch((error: unknown) => {
      throw withRecords(error, records, coverage);
    });
    answer = { model: one.answer.model, priceKnown: (answer?.priceKnown ?? true) && one.answer.priceKnown };
    records.push({ judged: one.judged, source });
  }
  const judged = joinRecords(records, coverage);
  const value = options.use_source ? { records: judged.value, field_sources: judged.fields } : judged.value;
  return toResult(judged, answer!, value);
}

async function extractOne(
  context: EngineContext,
  pages: GatheredPage[],
  coverage: FileCoverage[],
  options: Options,
): Promise<{ judged: Judged; answer: Extracted['answer'] }> {
  const documents = options.record_per === 'document' ? undefined : numberDocuments(pages);
  const pieces = pages.map((page) => pagePiece(page.source.name, page, documents?.get(page)));
  const extraction = { schema: options.output_schema, instruction: options.instructions, pieces, coverage };
  return escalate(context, options.model, async (escalation, mayEscalate) => {
    const { value, answer } = await keepFound(context, extraction, options, () =>
      extractFromPages(context, pages, { ...options, ...escalation }),
    );
    const judged = await judgeExtraction(context, { ...extraction, value }, options, mayEscalate);
    return { judged, answer };
  });
}

/** If a record fails, those before it are kept. */
function withRecords(error: unknown, records: JudgedRecord[], coverage: FileCoverage[]): unknown {
  if (!(error instanceof EngineFailure) || records.length === 0) return error;
  const { value, trust } = joinRecords(records, coverage);
  return withPartial(error, partialResult(value, trust));
}

const NOTES_MAX = 10;

/** Joins the records. Field pointers begin with the index of their record. */
function joinRecords(records: JudgedRecord[], files: FileCoverage[]): Judged {
  const fields = records.flatMap(({ judged }, index) =>
    judged.fields.map((field): FieldTrust => ({ ...field, field: `/${index}${field.field}` })),
  );
  const value = records.map(({ judged, source }) => ({
    ...(isJsonObject(judged.value) ? judged.value : { result: judged.value }),
    _source: source,
  }));
  const notes = records.flatMap(({ judged, source }) => {
    const note = judged.trust?.coverage.note;
    return note ? [`${source.file}: ${note}`] : [];
  });
  const complete = notes.length === 0 && files.every(({ note }) => note === null);
  const coverage = { complete, files, ...(notes.length > 0 && { note: notes.slice(0, NOTES_MAX).join(' ') }) };
  const needsReview = records.some(({ judged }) => judged.needsReview);
  return { value, fields, trust: { fields, coverage }, ...(needsReview && { needsReview }) };
}

function toResult({ trust, needsReview }: Judged, answer: Extracted['answer'], value: unknown): EngineResult {
  return {
    outputs: [
      {
        key: 'output',
        data_type: 'application/json',
        value: JSON.stringify(value),
        description: describeAnswer(answer),
      },
    ],
    ...(trust && { trust }),
    ...(needsReview && { needsReview }),
  };
}
