import { type Attributes, inSpan, recordsContent, type Span, SpanKind } from '#platform/tracing.ts';
import type { CallOptions } from './provider-models.ts';
import type { Reply } from './reply.ts';
import type { Provider } from './settings.ts';

// The span of one request to a model, by the conventions of OpenTelemetry for generative AI. Prompts and answers are
// recorded only if the operator asks for it.

/** Names of the conventions, where they differ from ours. */
const NAMES: Record<string, string> = { google: 'gcp.gemini', xai: 'x_ai' };

type Target = { provider: Provider; modelId: string };

export function traceCall(
  { provider, modelId }: Target,
  options: CallOptions,
  isStreamed: boolean,
  redact: (text: string) => string,
  work: (span: Span) => Promise<Reply>,
): Promise<Reply> {
  const attributes: Attributes = {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': NAMES[provider.id] ?? provider.id,
    'gen_ai.request.model': modelId,
    'gen_ai.request.stream': isStreamed,
    'gen_ai.output.type': options.responseFormat?.type === 'json' ? 'json' : 'text',
    ...(options.temperature !== undefined && { 'gen_ai.request.temperature': options.temperature }),
    ...(options.maxOutputTokens !== undefined && { 'gen_ai.request.max_tokens': options.maxOutputTokens }),
    ...serverOf(provider.baseUrl),
  };
  return inSpan(`chat ${modelId}`, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    if (recordsContent()) span.setAttribute('gen_ai.input.messages', redact(JSON.stringify(describePrompt(options))));
    const reply = await work(span);
    span.setAttributes({
      ...(reply.answeredBy !== undefined && { 'gen_ai.response.model': reply.answeredBy }),
      'gen_ai.response.finish_reasons': [reply.finish],
      'gen_ai.usage.input_tokens': reply.use.input,
      'gen_ai.usage.output_tokens': reply.use.output,
      'gen_ai.usage.cache_read.input_tokens': reply.use.cachedInput,
      ...(reply.firstTokenMs !== undefined && { 'gen_ai.response.time_to_first_chunk': reply.firstTokenMs / 1_000 }),
    });
    if (recordsContent()) span.setAttribute('gen_ai.output.messages', redact(JSON.stringify(describeReply(reply))));
    return reply;
  });
}

/** The answer of a batch, when its job reads it. */
export const traceCollected = (
  target: Target,
  options: CallOptions,
  redact: (text: string) => string,
  reply: Reply,
): Promise<Reply> =>
  traceCall(target, options, false, redact, async (span) => {
    span.setAttribute('errand.lane', 'batch');
    return reply;
  });

function serverOf(baseUrl: string | undefined): Attributes {
  if (baseUrl === undefined || !URL.canParse(baseUrl)) return {};
  const { hostname, port, protocol } = new URL(baseUrl);
  return { 'server.address': hostname, 'server.port': Number(port) || (protocol === 'https:' ? 443 : 80) };
}

type Part = { type: string; content?: string; name?: string; id?: string; arguments?: unknown; mime_type?: string };

const describePrompt = ({ prompt }: CallOptions): { role: string; parts: Part[] }[] =>
  prompt.map(({ role, content }) => ({
    role,
    parts:
      typeof content === 'string'
        ? [{ type: 'text', content }]
        : content.map((part): Part => {
            if (part.type === 'text' || part.type === 'reasoning') return { type: part.type, content: part.text };
            if (part.type === 'tool-call')
              return { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input };
            if (part.type === 'tool-result')
              return { type: 'tool_call_response', id: part.toolCallId, content: JSON.stringify(part.output) };
            // The bytes of images and files would make a span of megabytes.
            return { type: part.type, ...('mediaType' in part && { mime_type: part.mediaType }) };
          }),
  }));

const describeReply = ({ content, finish }: Reply) => [
  {
    role: 'assistant',
    parts: content.map(
      (part): Part =>
        part.type === 'tool-call'
          ? { type: 'tool_call', id: part.toolCallId, name: part.toolName, arguments: part.input }
          : { type: part.type, content: part.text },
    ),
    finish_reason: finish,
  },
];
