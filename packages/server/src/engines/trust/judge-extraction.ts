import type { Mark } from '@errand/baseline/trust/model.ts';
import type { FieldTrust, FileCoverage, Trust } from '@errand/contract/trust.ts';
import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { isJsonObject } from '#platform/json.ts';
import { type EngineContext, EngineFailure, type EngineResult } from '../engine/engine.ts';
import type { JsonSchema } from '../engine/model-call.ts';
import { checkValue } from '../models/baseline.ts';
import { putNulls } from './put-nulls.ts';
import { type TrustConfig, wantsCheck } from './trust-config.ts';

// Looks up what a model gave in the texts it was given, and does with what they do not support as the agent's owner
// chose. The model has no say in it.

/** A text that the model read: a page, a sheet, a text. `place` says where a part of it stands. */
export type TrustPiece = {
  text: string;
  recognized?: boolean;
  place(start: number, end: number): Partial<FieldTrust>;
};

export type Extraction = {
  value: unknown;
  /** Without one the output is free text, and nothing can be looked up. */
  schema: JsonSchema | undefined;
  pieces: TrustPiece[];
  coverage: FileCoverage[];
};

export type Judged = {
  /** The value, with null in the place of what is not trusted if the owner wants that. */
  value: unknown;
  fields: FieldTrust[];
} & Pick<EngineResult, 'trust' | 'needsReview'>;

export async function judgeExtraction(
  context: EngineContext,
  { value, schema, pieces, coverage }: Extraction,
  config: TrustConfig,
): Promise<Judged> {
  const { min_confidence: confidenceMin = 0, on_untrusted: action = 'keep' } = config.trust ?? {};
  if (schema === undefined || !wantsCheck(config)) return { value, fields: [], trust: toTrust([], coverage) };
  const sources = pieces.map(({ text, recognized = false }) => ({ text, recognized }));
  const marks = await context.step(
    'check values',
    () => checkValue({ value, schema, sources }, { signal: context.signal }),
    { kind: 'compute' },
  );
  const missing = marks.filter((mark) => mark.missing);
  if (missing.length > 0)
    throw new EngineFailure(`The source does not say what the output schema requires: ${list(missing)}.`, {
      code: 'errand.evidence.insufficient',
    });
  const fields = marks.map((mark) => toField(mark, pieces));
  const untrusted = fields.filter(
    ({ status, confidence }) => status === 'unsupported' || (status !== 'absent' && confidence < confidenceMin),
  );
  if (untrusted.length === 0 || action === 'keep') return { value, fields, trust: toTrust(fields, coverage) };
  if (action === 'fail')
    throw new EngineFailure(`Values that the source does not support well enough: ${list(untrusted)}.`, {
      code: 'errand.evidence.insufficient',
    });
  if (action === 'review') return { value, fields, trust: toTrust(fields, coverage), needsReview: true };
  const cleared = putNulls(
    value,
    untrusted.map(({ field }) => field),
  );
  const [problem] = findValueProblems(schema, cleared);
  if (problem !== undefined)
    throw new EngineFailure(
      `Values that the source does not support were set to null, and the output schema does not allow it: ${describeProblem(problem)}.`,
      { code: 'errand.evidence.insufficient' },
    );
  return { value: cleared, fields, trust: toTrust(fields, coverage) };
}

const FIELDS_NAMED_MAX = 20;

const list = (fields: { field: string; note?: string | undefined }[]): string =>
  fields
    .slice(0, FIELDS_NAMED_MAX)
    .map(({ field, note }) => `${field || 'the value'}${note ? ` (${note.replace(/\.$/, '')})` : ''}`)
    .join(', ') + (fields.length > FIELDS_NAMED_MAX ? ` and ${fields.length - FIELDS_NAMED_MAX} more` : '');

function toField(
  { field, status, confidence, source, start, end, text, note }: Mark,
  pieces: TrustPiece[],
): FieldTrust {
  const piece = source === undefined ? undefined : pieces[source];
  const place = piece !== undefined && start !== undefined && end !== undefined ? piece.place(start, end) : {};
  return {
    field,
    status,
    confidence,
    ...place,
    ...(text !== undefined && { text: text.slice(0, 500) }),
    ...(note !== undefined && { note }),
  };
}

const toTrust = (fields: FieldTrust[], files: FileCoverage[]): Trust => ({
  fields,
  coverage: { complete: files.every(({ note }) => note === null), files },
});

/** The value as it is given out, on request with where its parts stand. */
export function outputValue({ value, fields }: Pick<Judged, 'value' | 'fields'>, { use_source }: TrustConfig): unknown {
  return use_source ? { ...(isJsonObject(value) ? value : { result: value }), field_sources: fields } : value;
}
