import type { CallOptions, Message } from './provider-models.ts';

// Describes a request to a model for the step inspector, independent of the provider.

type Part = Exclude<Message['content'][number], string>;

/**
 * Leaves out the messages that an earlier step of the conversation has recorded, and names that step instead. Only the
 * first step shows the tools and the schema of the answer.
 */
export function describeCall(
  options: CallOptions,
  { told, continues }: { told: number; continues?: string },
): Record<string, unknown> {
  const { responseFormat, tools = [], temperature, reasoning, maxOutputTokens, toolChoice } = options;
  const settings = {
    ...(temperature !== undefined && { temperature }),
    ...(reasoning !== undefined && { reasoning_effort: reasoning }),
    ...(maxOutputTokens !== undefined && { max_output_tokens: maxOutputTokens }),
    ...(toolChoice !== undefined && { tool_choice: toolChoice.type }),
  };
  const isFirst = told === 0;
  return {
    ...(continues !== undefined && { continues }),
    messages: options.prompt.slice(told).map(describeMessage),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(isFirst && responseFormat?.type === 'json' && { answer_schema: responseFormat.schema }),
    ...(isFirst && tools.length > 0 && { tools: tools.map(describeTool) }),
  };
}

const describeMessage = ({ role, content }: Message) => ({
  role,
  parts: typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(describePart),
});

function describePart(part: Part): Record<string, unknown> {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return { type: part.type, text: part.text };
    case 'tool-call':
      return { type: 'tool_call', tool: part.toolName, input: part.input };
    case 'tool-result':
      return { type: 'tool_result', tool: part.toolName, output: outputOf(part.output) };
    case 'file': {
      const type = part.mediaType.startsWith('image/') ? 'image' : 'file';
      const name = part.filename === undefined ? {} : { name: part.filename };
      return { type, media_type: part.mediaType, ...name, ...sizeOf(part.data) };
    }
    default:
      return { type: part.type };
  }
}

const outputOf = (output: { type: string; value?: unknown }): unknown => output.value ?? null;

/** Shows only the number of bytes. The file itself is an input or evidence of the job. */
function sizeOf(data: unknown): { bytes?: number } {
  const bytes = (data as { data?: unknown } | null)?.data;
  return bytes instanceof Uint8Array ? { bytes: bytes.byteLength } : {};
}

const describeTool = (tool: NonNullable<CallOptions['tools']>[number]) =>
  tool.type === 'function'
    ? { name: tool.name, description: tool.description, input_schema: tool.inputSchema }
    : { name: tool.name };
