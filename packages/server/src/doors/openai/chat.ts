import { isDeepStrictEqual } from 'node:util';
import type { Snapshot } from '#agents/snapshot.ts';
import { isJsonObject } from '#platform/json.ts';
import { invalid, readObject } from './read-request.ts';
import type { ResponseView } from './render-response.ts';
import type { ResponseEvent } from './stream-response.ts';

// Chat completions: the same job as a response, said in the older words.

const completionId = (response: Pick<ResponseView, 'id'>): string => response.id.replace(/^resp_/, 'chatcmpl-');

const usageOf = ({ usage }: ResponseView) => ({
  prompt_tokens: usage?.input_tokens ?? 0,
  prompt_tokens_details: usage?.input_tokens_details ?? { cached_tokens: 0 },
  completion_tokens: usage?.output_tokens ?? 0,
  total_tokens: usage?.total_tokens ?? 0,
});

export function toCompletion(response: ResponseView, text: string) {
  return {
    id: completionId(response),
    object: 'chat.completion',
    created: response.created_at,
    model: response.model,
    choices: [
      { index: 0, message: { role: 'assistant', content: text, refusal: null }, logprobs: null, finish_reason: 'stop' },
    ],
    usage: usageOf(response),
    metadata: response.metadata,
  };
}

/** The agent decides the format of its answer. A client that asks for one must ask for that. */
export function checkFormat(body: Record<string, unknown>, { version }: Snapshot): void {
  const format = readObject(body, 'response_format');
  if (format === undefined || format.type === 'text') return;
  const { output_schema: schema } = version.engineConfig;
  const asked = isJsonObject(format.json_schema) ? format.json_schema.schema : undefined;
  const fits = isJsonObject(schema) && (format.type === 'json_object' || isDeepStrictEqual(asked, schema));
  if (!fits) throw invalid('response_format', 'response_format must be the output schema of the agent, or absent.');
}

/** What follows from the events of a response. A text that began anew cannot be taken back, so it ends the stream. */
export function createChunks(includeUsage: boolean) {
  let sent = '';
  /** How much of the current beginning was compared with what was sent. */
  let seen = 0;
  let head: { id: string; created: number; model: string } | undefined;
  const chunk = (choices: unknown[], more: object = {}) => ({
    ...head!,
    object: 'chat.completion.chunk',
    choices,
    ...more,
  });
  const choice = (delta: object, finish: string | null = null) => ({
    index: 0,
    delta,
    logprobs: null,
    finish_reason: finish,
  });

  return (event: ResponseEvent): { chunks: unknown[]; failure?: string } => {
    if (event.type === 'response.created') {
      const response = event.response as ResponseView;
      head = { id: completionId(response), created: response.created_at, model: response.model };
      return { chunks: [chunk([choice({ role: 'assistant', content: '' })])] };
    }
    if (event.type === 'response.output_item.added') seen = 0;
    if (event.type === 'response.output_text.delta') {
      const text = event.delta as string;
      const repeated = sent.slice(seen, seen + text.length);
      if (!text.startsWith(repeated))
        return { chunks: [], failure: 'The answer began anew and differs from what was sent. Send the request again.' };
      seen += text.length;
      const rest = text.slice(repeated.length);
      sent += rest;
      return { chunks: rest === '' ? [] : [chunk([choice({ content: rest })])] };
    }
    if (event.type === 'response.failed') {
      const { error, status } = event.response as ResponseView;
      return { chunks: [], failure: error?.message ?? `The job was ${status}.` };
    }
    if (event.type !== 'response.completed') return { chunks: [] };
    const usage = usageOf(event.response as ResponseView);
    return { chunks: [chunk([choice({}, 'stop')]), ...(includeUsage ? [chunk([], { usage })] : [])] };
  };
}
