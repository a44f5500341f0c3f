import type { Wait } from '@errand/contract/waits.ts';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { answerWait, listQuestions } from '../open-waits.ts';
import { type CallApi, errorText } from '../reply.ts';

// Shows the waits of a job as input requests, each under its wait's id, and passes on the answers.

type Schema = { type: 'object'; properties: Record<string, unknown>; required?: string[] };

export async function inputRequests(callApi: CallApi, jobId: string): Promise<Record<string, object> | undefined> {
  const waits = await listQuestions(callApi, jobId);
  if (waits.length === 0) return undefined;
  return Object.fromEntries(waits.map((wait) => [wait.id, elicitation(wait)]));
}

function elicitation(wait: Wait) {
  const message = [wait.title, wait.body].filter((text) => text !== '').join('\n\n');
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema: requestedSchema(wait) } };
}

function requestedSchema({ options, answer_schema: schema }: Wait): Schema {
  if (isObjectSchema(schema)) return schema;
  const answer =
    options === null ? { type: 'string', title: 'Answer' } : { type: 'string', title: 'Answer', enum: options };
  const comment = { type: 'string', title: 'Comment' };
  return { type: 'object', properties: { answer, comment }, required: ['answer'] };
}

const isObjectSchema = (schema: unknown): schema is Schema =>
  typeof schema === 'object' && schema !== null && (schema as { type?: unknown }).type === 'object';

/** Answers the job's open questions. Other answers are ignored; invalid ones are refused. */
export async function answerQuestions(
  callApi: CallApi,
  jobId: string,
  responses: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const wait of await listQuestions(callApi, jobId)) {
    const response = responses[wait.id] as { action?: string; content?: Record<string, unknown> } | undefined;
    if (response?.action !== 'accept') continue;
    const content = response.content ?? {};
    const comment = typeof content.comment === 'string' ? content.comment : undefined;
    const answer = isObjectSchema(wait.answer_schema) ? content : content.answer;
    const reply = await answerWait(callApi, wait.id, { answer, ...(comment !== undefined && { comment }) });
    // Somebody else answered first.
    if (reply.status === 409) continue;
    if (reply.status >= 400) throw new ProtocolError(ProtocolErrorCode.InvalidParams, errorText(reply));
  }
}

/** The questions as text, for clients that support neither input requests nor tasks. */
export async function questionText(callApi: CallApi, jobId: string): Promise<string> {
  const questions = (await listQuestions(callApi, jobId)).map(
    ({ id, title, options }) => `${title}${options ? ` (${options.join(', ')})` : ''} [wait ${id}]`,
  );
  return `The job ${jobId} asks: ${questions.join('; ')}. Answer with errand_answer_wait, then read it with errand_get_job.`;
}
