import type { JsonSchema, ModelPart, ModelRequest, ModelTool } from '../engine/model-call.ts';
import type { CallOptions, Message } from './provider-models.ts';
import type { Reply } from './reply.ts';

// Converts requests, answers and tool results to the provider's messages.

type UserPart = Extract<Message, { role: 'user' }>['content'][number];
type AssistantPart = Extract<Message, { role: 'assistant' }>['content'][number];

/** For models without system messages, the system text comes first in the user's message. */
export function firstMessages(
  request: ModelRequest,
  { schemaText, hasSystem }: { schemaText: string | undefined; hasSystem: boolean },
): Message[] {
  const system = [request.system, schemaText].filter((text) => text !== undefined && text !== '').join('\n\n');
  const prompt = request.prompt.map(toUserPart);
  if (system === '') return [{ role: 'user', content: prompt }];
  if (!hasSystem) return [{ role: 'user', content: [{ type: 'text', text: system }, ...prompt] }];
  return [
    { role: 'system', content: system },
    { role: 'user', content: prompt },
  ];
}

function toUserPart(part: ModelPart): UserPart {
  if (part.type === 'text') return { type: 'text', text: part.text };
  const file = { type: 'file' as const, mediaType: part.mediaType, data: { type: 'data' as const, data: part.data } };
  return part.type === 'file' && part.name !== undefined ? { ...file, filename: part.name } : file;
}

export const describeSchema = (schema: JsonSchema): string =>
  `Answer with one JSON value and nothing else. It has to fit this JSON Schema:\n${JSON.stringify(schema)}`;

/** About 1,000 tokens, the shortest text that Anthropic keeps. */
const KEPT_CHARACTERS_MIN = 4_000;

/**
 * Asks Anthropic to keep in its cache what comes again, so that the next call pays a tenth for it. Others do that by
 * themselves. Writing costs a quarter more: a long system text, such as a policy, pays by the next job that has it, and a
 * conversation only if there are turns.
 */
export function markForCache(messages: Message[], hasTurns: boolean): Message[] {
  return messages.map((message, index) =>
    (hasTurns && index === messages.length - 1) ||
    (message.role === 'system' && message.content.length >= KEPT_CHARACTERS_MIN)
      ? {
          ...message,
          providerOptions: {
            ...message.providerOptions,
            anthropic: { ...message.providerOptions?.anthropic, cacheControl: { type: 'ephemeral' } },
          },
        }
      : message,
  );
}

export const userMessage = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] });

/** The model's own turn, with data that its provider expects back, such as signatures of its reasoning. */
export function assistantMessage(reply: Reply): Message {
  const parts = reply.content.flatMap((part): AssistantPart[] => {
    const options = part.providerMetadata && { providerOptions: part.providerMetadata };
    if (part.type === 'tool-call') {
      const { toolCallId, toolName } = part;
      return [{ type: 'tool-call', toolCallId, toolName, input: readInput(part.input) as never, ...options }];
    }
    // Some providers reject an empty text.
    return part.text === '' && options === undefined ? [] : [{ type: part.type, text: part.text, ...options }];
  });
  return {
    role: 'assistant',
    content: parts.length > 0 ? parts : [{ type: 'text', text: reply.text || '(no answer)' }],
  };
}

export type ToolCall = { id: string; name: string; input: unknown };

export function toolCallsOf(reply: Reply): ToolCall[] {
  return reply.content.flatMap((part) =>
    part.type === 'tool-call' && !part.providerExecuted
      ? [{ id: part.toolCallId, name: part.toolName, input: readInput(part.input) }]
      : [],
  );
}

/** Invalid JSON stays text; the tool's schema will reject it. */
function readInput(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return text;
  }
}

/** A result longer than this would crowd out everything else. */
const RESULT_CHARACTERS_MAX = 100_000;

export type ToolOutcome = { call: ToolCall } & ({ result: unknown } | { error: string });

export const toolMessage = (outcomes: ToolOutcome[]): Message => ({
  role: 'tool',
  content: outcomes.map((outcome) => ({
    type: 'tool-result',
    toolCallId: outcome.call.id,
    toolName: outcome.call.name,
    output:
      'error' in outcome
        ? { type: 'error-text', value: outcome.error }
        : { type: 'text', value: (JSON.stringify(outcome.result) ?? 'null').slice(0, RESULT_CHARACTERS_MAX) },
  })),
});

export const describeTools = (tools: ModelTool[]): NonNullable<CallOptions['tools']> =>
  tools.map(({ name, description, inputSchema }) => ({
    type: 'function',
    name,
    description,
    inputSchema: inputSchema as never,
  }));
