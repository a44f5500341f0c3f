import type { StepRequest } from '@errand/contract/job-steps.ts';
import type { Static } from 'typebox';
import type { StepRoute } from '#engines/engine/engine.ts';
import type { Db } from '#platform/db.ts';
import { notFound } from '#platform/errors.ts';
import { isJsonObject } from '#platform/json.ts';

// The recorded steps of a job: all of them in short, or one in full.

export type StepRow = {
  key: string;
  seq: number;
  kind: string;
  name: string;
  model: string | null;
  status: string;
  started_at: Date;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number;
  artifact_key: string | null;
  error: string | null;
  cached_input_tokens: number | null;
  reused_from: string | null;
  untrusted: string | null;
  route: StepRoute | null;
};

const COLUMNS = `key, seq, kind, name, model, status, started_at, duration_ms, input_tokens, output_tokens, cost,
  artifact_key, error, cached_input_tokens, reused_from, untrusted, route`;

export async function listSteps(db: Db, orgId: string, jobId: string, afterSeq = 0) {
  const rows = await db.query<StepRow>(
    `select ${COLUMNS} from job_steps where job_id = $2 and org_id = $1 and seq > $3 order by seq limit 10000`,
    [orgId, jobId, afterSeq],
  );
  return rows.map(stepView);
}

/** Input tokens of a job that its providers had in their caches. */
export async function sumCachedTokens(db: Db, orgId: string, jobId: string): Promise<number> {
  const [row] = await db.query<{ sum: number }>(
    'select coalesce(sum(cached_input_tokens), 0)::float8 as sum from job_steps where job_id = $2 and org_id = $1',
    [orgId, jobId],
  );
  return row!.sum;
}

const stepView = (row: StepRow) => ({ ...row, started_at: row.started_at.toISOString() });

/** Longer results are left out: a page that shows one would freeze. */
const RESULT_BYTES_MAX = 2_000_000;

type FullRow = StepRow & {
  request: Static<typeof StepRequest> | null;
  retries: { started_at: string; duration_ms: number; error: string }[] | null;
  result: unknown;
  result_bytes: number;
};

export async function getStep(db: Db, orgId: string, jobId: string, seq: string) {
  const number = /^\d{1,9}$/.test(seq) ? Number(seq) : undefined;
  const [row] =
    number === undefined
      ? []
      : await db.query<FullRow>(
          `select ${COLUMNS}, request, retries, coalesce(octet_length(result::text), 0) as result_bytes,
             case when octet_length(result::text) <= $4::int then result end as result
           from job_steps where job_id = $2::uuid and org_id = $1::uuid and seq = $3::int`,
          [orgId, jobId, number, RESULT_BYTES_MAX],
        );
  if (row === undefined) throw notFound('step');
  const { request, retries, result, result_bytes, ...step } = row;
  return {
    ...stepView(step),
    request,
    answer: step.kind === 'model' ? answerView(result) : null,
    result,
    result_bytes,
    retries: (retries ?? []).map((one) => ({ ...one, started_at: new Date(one.started_at).toISOString() })),
  };
}

/** Reads a model's reply as the journal stores it (engines/models). */
function answerView(result: unknown) {
  if (!isJsonObject(result)) return null;
  const parts = Array.isArray(result.content) ? result.content.filter(isJsonObject) : [];
  const reasoning = parts.flatMap((part) => (part.type === 'reasoning' ? [textOf(part.text)] : [])).join('\n');
  return {
    text: textOf(result.text),
    reasoning: reasoning === '' ? null : reasoning,
    tool_calls: parts.flatMap((part) =>
      part.type === 'tool-call' ? [{ tool: textOf(part.toolName), input: readInput(part.input) }] : [],
    ),
    finish: typeof result.finish === 'string' ? result.finish : null,
    answered_by: typeof result.answeredBy === 'string' ? result.answeredBy : null,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Parses the input of a tool call, which models send as JSON text. */
function readInput(input: unknown): unknown {
  if (typeof input !== 'string') return input ?? null;
  try {
    return JSON.parse(input);
  } catch {
    return input;
  }
}
