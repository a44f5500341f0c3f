import type { Mark } from '@errand/baseline/trust/model.ts';
import type { FieldTrust, FileCoverage, Trust } from '@errand/contract/trust.ts';
import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { isJsonObject } from '#platform/json.ts';
import { type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import type { JsonSchema } from '../engine/model-call.ts';
import { checkValue } from '../models/baseline.ts';
import { putNulls } from './put-nulls.ts';
import { type TrustConfig, wantsCheck } from './trust-config.ts';

// Checks the values that a model extracted against the texts that it read. The agent's configuration decides what
// happens to values without support. The model has no influence on the check.

/** A text that the model read: a page, a sheet, a text. `place` returns the place of a part of it. */
export type TrustPiece = {
  text: string;
  recognized?: boolean;
  /** Confidence of OCR, from 0 to 1. */
  sureness?: number;
  /** Pieces with the same number belong to one document. Default: 0 for all pieces. */
  document?: number;
  place(start: number, end: number): Partial<FieldTrust>;
};

export type Extraction = {
  value: unknown;
  /** Without a schema the output is free text, and nothing can be checked. */
  schema: JsonSchema | undefined;
  pieces: TrustPiece[];
  /** What the reader was told beside the schema. */
  instruction?: string | undefined;
  coverage: FileCoverage[];
};

export type Judged = {
  /** The value, with null in place of untrusted values if the configuration asks for it. */
  value: unknown;
  fields: FieldTrust[];
  /** Another model may do better. Only told to callers that can ask one. */
  isUntrusted?: boolean;
} & Pick<EngineResult, 'trust' | 'needsReview'>;

export async function judgeExtraction(
  context: EngineContext,
  { value, schema, pieces, instruction, coverage }: Extraction,
  config: TrustConfig,
  mayEscalate = false,
): Promise<Judged> {
  const { min_confidence: confidenceMin = 0, on_untrusted: action = 'keep' } = config.trust ?? {};
  if (schema === undefined || !wantsCheck(config)) return { value, fields: [], trust: toTrust([], coverage, []) };
  const sources = pieces.map(({ text, recognized = false, sureness = 1, document = 0 }) => ({
    text,
    recognized,
    sureness,
    document,
  }));
  const isModel = context.modelName(config.model) !== 'baseline';
  const marks = await context.step(
    'check values',
    () =>
      checkValue(
        { value, schema, sources, ...(instruction && { instruction }), isPartial: !isRead(coverage), isModel },
        { signal: context.signal },
      ),
    { kind: 'compute' },
  );
  const missing = marks.filter((mark) => mark.missing);
  if (missing.length > 0 && mayEscalate) return { value, fields: [], isUntrusted: true };
  const fields = marks.map((mark) => toField(mark, pieces));
  const trust = toTrust(fields, coverage, marks);
  const refuse = (message: string, shown: unknown): EngineFailure =>
    new EngineFailure(message, {
      code: 'errand.evidence.insufficient',
      partial: partialResult(outputValue({ value: shown, fields }, config), trust),
    });
  if (missing.length > 0)
    throw refuse(
      `The source does not contain what the output schema requires: ${list(missing)}.`,
      putNulls(
        value,
        missing.map(({ field }) => field),
      ),
    );
  // A value that was left out because two compete is as doubtful as one without support.
  const contested = new Set(marks.filter(({ ground }) => ground === 'absent-contested').map(({ field }) => field));
  const untrusted = fields.filter(
    ({ field, status, confidence }) => status === 'unsupported' || confidence < confidenceMin || contested.has(field),
  );
  if (untrusted.length > 0 && mayEscalate) return { value, fields, trust, isUntrusted: true };
  if (untrusted.length === 0 || action === 'keep') return { value, fields, trust };
  if (action === 'fail')
    throw refuse(`The source does not support these values well enough: ${list(untrusted)}.`, value);
  if (action === 'review') return { value, fields, trust, needsReview: true };
  const cleared = putNulls(
    value,
    untrusted.map(({ field }) => field),
  );
  const [problem] = findValueProblems(schema, cleared);
  if (problem !== undefined)
    throw refuse(
      `Values without support in the source were set to null, but the output schema does not allow it: ${describeProblem(problem)}.`,
      cleared,
    );
  return { value: cleared, fields, trust };
}

const FIELDS_NAMED_MAX = 20;

const list = (fields: { field: string; note?: string | undefined }[]): string =>
  fields
    .slice(0, FIELDS_NAMED_MAX)
    .map(({ field, note }) => `${field || 'the value'}${note ? ` (${note.replace(/\.$/, '')})` : ''}`)
    .join(', ') + (fields.length > FIELDS_NAMED_MAX ? ` and ${fields.length - FIELDS_NAMED_MAX} more` : '');

function toField(
  { field, status, confidence, measured, source, start, end, text, note, candidates }: Mark,
  pieces: TrustPiece[],
): FieldTrust {
  const placeOf = (at: Pick<Mark, 'source' | 'start' | 'end'>): Partial<FieldTrust> => {
    const piece = at.source === undefined ? undefined : pieces[at.source];
    return piece && at.start !== undefined && at.end !== undefined ? piece.place(at.start, at.end) : {};
  };
  return {
    field,
    status,
    confidence,
    ...(measured !== undefined && { measured }),
    ...placeOf({ source, start, end }),
    ...(text !== undefined && { text: text.slice(0, 500) }),
    ...(note !== undefined && { note }),
    ...(candidates && {
      candidates: candidates.slice(0, CANDIDATES_MAX).map(({ text: words, score, why_not, ...at }) => ({
        ...placeOf(at),
        text: words,
        ...(score !== undefined && { score }),
        ...(why_not !== undefined && { why_not }),
      })),
    }),
  };
}

const CANDIDATES_MAX = 20;

/** If documents that were read into one value contradict each other, the coverage is not complete. */
function toTrust(fields: FieldTrust[], files: FileCoverage[], marks: Mark[]): Trust {
  const contested = marks.filter(({ isAcrossDocuments }) => isAcrossDocuments);
  if (contested.length === 0) return { fields, coverage: { complete: isRead(files), files } };
  const named = list(contested.map(({ field }) => ({ field })));
  const note = `Several documents were read into one value, and they differ in ${named}. Use PDFExtractionEngine with record_per 'file' or 'document' to get a record for each.`;
  return { fields, coverage: { complete: false, files, note } };
}

const isRead = (files: FileCoverage[]): boolean => files.every(({ note }) => note === null);

/** Returns the value for the output, on request with the sources of its fields. */
export function outputValue({ value, fields }: Pick<Judged, 'value' | 'fields'>, { use_source }: TrustConfig): unknown {
  return use_source ? { ...(isJsonObject(value) ? value : { result: value }), field_sources: fields } : value;
}

/** What a failed extraction leaves. */
export const partialResult = (value: unknown, trust: Trust | undefined): EngineResult => ({
  outputs: [
    {
      key: 'output',
      data_type: 'application/json',
      value: JSON.stringify(value),
      description: 'What was found before the job failed. It is not a result.',
    },
  ],
  ...(trust && { trust }),
});
