import { type ModelReply, sampleOf } from './replies.ts';
import { type StreamEvent, streamAnthropic, streamChat, streamGoogle, streamResponses } from './stream-formats.ts';

// The three ways in which providers are spoken to, as far as they are used.

export type Wire = {
  matches(path: string): boolean;
  modelOf(path: string, body: any): string;
  /** The schema that the answer has to fit, when one was given. */
  schemaOf(body: any): unknown;
  answer(reply: ModelReply, text: string): unknown;
  isStreamed?(path: string): boolean;
  stream(answer: unknown, reply: ModelReply): StreamEvent[];
};

const use = (reply: ModelReply) => ({
  input: reply.inputTokens ?? 100,
  output: reply.outputTokens ?? 20,
  thoughts: reply.thoughtTokens ?? 0,
});
const callId = (index: number): string => `call_${index + 1}`;

const chatCompletions: Wire = {
  matches: (path) => path.endsWith('/chat/completions'),
  modelOf: (_path, body) => body.model,
  schemaOf: (body) => body.response_format?.json_schema?.schema,
  stream: streamChat,
  answer(reply, text) {
    const { input, output, thoughts } = use(reply);
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model: 'fake',
      choices: [
        {
          index: 0,
          finish_reason: reply.finish ?? (reply.tools ? 'tool_calls' : 'stop'),
          message: {
            role: 'assistant',
            content: reply.tools || reply.refusal ? null : text,
            ...(reply.refusal && { refusal: reply.refusal }),
            ...(reply.tools && {
              tool_calls: reply.tools.map(({ name, input: given }, index) => ({
                id: callId(index),
                type: 'function',
                function: { name, arguments: JSON.stringify(given) },
              })),
            }),
          },
        },
      ],
      usage: {
        prompt_tokens: input,
        // As xAI counts: thoughts beside what is said.
        completion_tokens: output - thoughts,
        total_tokens: input + output,
        prompt_tokens_details: { cached_tokens: reply.cachedTokens ?? 0 },
        completion_tokens_details: { reasoning_tokens: thoughts },
      },
    };
  },
};

const responses: Wire = {
  matches: (path) => path.endsWith('/responses'),
  modelOf: (_path, body) => body.model,
  schemaOf: (body) => body.text?.format?.schema,
  stream: streamResponses,
  answer(reply, text) {
    const { input, output, thoughts } = use(reply);
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [
        reply.refusal ? { type: 'refusal', refusal: reply.refusal } : { type: 'output_text', text, annotations: [] },
      ],
    };
    const calls = (reply.tools ?? []).map(({ name, input: given }, index) => ({
      type: 'function_call',
      id: `fc_${index + 1}`,
      call_id: callId(index),
      name,
      arguments: JSON.stringify(given),
      status: 'completed',
    }));
    return {
      id: 'resp_1',
      object: 'response',
      created_at: 1,
      status: 'completed',
      model: 'fake',
      output: reply.tools ? calls : [message],
      usage: {
        input_tokens: input,
        output_tokens: output,
        total_tokens: input + output,
        input_tokens_details: { cached_tokens: reply.cachedTokens ?? 0 },
        output_tokens_details: { reasoning_tokens: thoughts },
      },
    };
  },
};

const anthropic: Wire = {
  matches: (path) => path.endsWith('/messages'),
  modelOf: (_path, body) => body.model,
  schemaOf: (body) =>
    body.output_config?.format?.schema ??
    body.output_format?.schema ??
    body.tools?.find((tool: any) => tool.name === 'json')?.input_schema,
  stream: streamAnthropic,
  answer(reply, text) {
    const { input, output } = use(reply);
    const stop = reply.refusal
      ? 'refusal'
      : reply.tools
        ? 'tool_use'
        : reply.finish === 'length'
          ? 'max_tokens'
          : 'end_turn';
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'fake',
      content: reply.tools
        ? reply.tools.map(({ name, input: given }, index) => ({
            type: 'tool_use',
            id: callId(index),
            name,
            input: given,
          }))
        : [{ type: 'text', text: reply.refusal ?? text }],
      stop_reason: stop,
      stop_sequence: null,
      usage: {
        input_tokens: input - (reply.cachedTokens ?? 0),
        cache_read_input_tokens: reply.cachedTokens ?? 0,
        cache_creation_input_tokens: 0,
        output_tokens: output,
      },
    };
  },
};

const google: Wire = {
  matches: (path) => /:(?:g|streamG)enerateContent$/.test(path),
  isStreamed: (path) => path.endsWith(':streamGenerateContent'),
  stream: streamGoogle,
  modelOf: (path) => decodeURIComponent(/\/models\/([^:]+):/.exec(path)?.[1] ?? ''),
  schemaOf: (body) => body.generationConfig?.responseJsonSchema ?? body.generationConfig?.responseSchema,
  answer(reply, text) {
    const { input, output, thoughts } = use(reply);
    return {
      candidates: [
        {
          content: {
            role: 'model',
            parts: reply.tools
              ? reply.tools.map(({ name, input: args }) => ({ functionCall: { name, args } }))
              : [{ text: reply.refusal ?? text }],
          },
          finishReason: reply.refusal ? 'SAFETY' : reply.finish === 'length' ? 'MAX_TOKENS' : 'STOP',
        },
      ],
      usageMetadata: {
        promptTokenCount: input,
        candidatesTokenCount: output - thoughts,
        thoughtsTokenCount: thoughts,
        totalTokenCount: input + output,
        cachedContentTokenCount: reply.cachedTokens ?? 0,
      },
    };
  },
};

export const wires: Wire[] = [chatCompletions, responses, anthropic, google];

export function textOf(reply: ModelReply, schema: unknown): string {
  if (reply.text !== undefined) return reply.text;
  if (reply.json !== undefined) return JSON.stringify(reply.json);
  return schema === undefined ? 'An answer.' : JSON.stringify(sampleOf(schema));
}
