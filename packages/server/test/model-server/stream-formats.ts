import type { ModelReply } from './replies.ts';

// Streamed answers in the ways of the providers: each function turns a plain answer of its wire into events. The texts of
// `piece` are sent one after the other, with pauses between them.

export type StreamEvent = { event?: string; data: unknown; isPiece?: true };

const piecesOf = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? [];

const thoughtsOf = (reply: ModelReply): string[] => piecesOf(reply.thoughts ?? '', reply.pieceSize ?? 4);

export function streamChat(answer: any, reply: ModelReply): StreamEvent[] {
  const [{ message, finish_reason: finish }] = answer.choices;
  const chunk = (delta: unknown, more: object = {}) => ({
    id: answer.id,
    object: 'chat.completion.chunk',
    created: 1,
    model: answer.model,
    choices: [{ index: 0, delta, finish_reason: null, ...more }],
  });
  return [
    { data: chunk({ role: 'assistant', content: '' }) },
    ...thoughtsOf(reply).map(
      (reasoning_content): StreamEvent => ({ data: chunk({ reasoning_content }), isPiece: true }),
    ),
    ...piecesOf(message.content ?? '', reply.pieceSize ?? 4).map(
      (content): StreamEvent => ({ data: chunk({ content }), isPiece: true }),
    ),
    ...piecesOf(message.refusal ?? '', reply.pieceSize ?? 4).map(
      (refusal): StreamEvent => ({ data: chunk({ refusal }), isPiece: true }),
    ),
    ...(message.tool_calls ?? []).map((call: object, index: number) => ({
      data: chunk({ tool_calls: [{ index, ...call }] }),
    })),
    { data: chunk({}, { finish_reason: finish }) },
    { data: { ...chunk({}), choices: [], usage: answer.usage } },
    { data: '[DONE]' },
  ];
}

export function streamResponses(answer: any, reply: ModelReply): StreamEvent[] {
  const events: object[] = [{ type: 'response.created', response: { ...answer, output: [], status: 'in_progress' } }];
  const pieces = new Set<object>();
  const thought = { type: 'reasoning', id: 'rs_1', summary: [] };
  if (reply.thoughts !== undefined) events.push({ type: 'response.output_item.added', output_index: 0, item: thought });
  for (const delta of thoughtsOf(reply)) {
    const event = {
      type: 'response.reasoning_summary_text.delta',
      item_id: thought.id,
      output_index: 0,
      summary_index: 0,
      delta,
    };
    pieces.add(event);
    events.push(event);
  }
  if (reply.thoughts !== undefined) events.push({ type: 'response.output_item.done', output_index: 0, item: thought });
  for (const [index, item] of answer.output.entries()) {
    events.push({ type: 'response.output_item.added', output_index: index, item: { ...item, content: [] } });
    for (const part of item.content ?? [])
      for (const delta of piecesOf(part.text ?? '', reply.pieceSize ?? 4)) {
        const event = {
          type: 'response.output_text.delta',
          item_id: item.id,
          output_index: index,
          content_index: 0,
          delta,
        };
        pieces.add(event);
        events.push(event);
      }
    for (const part of item.content ?? [])
      for (const delta of piecesOf(part.refusal ?? '', reply.pieceSize ?? 4))
        events.push({ type: 'response.refusal.delta', item_id: item.id, output_index: index, content_index: 0, delta });
    events.push({ type: 'response.output_item.done', output_index: index, item });
  }
  events.push({ type: 'response.completed', response: answer });
  return events.map((data) => ({ event: (data as any).type, data, ...(pieces.has(data) && { isPiece: true }) }));
}

export function streamAnthropic(answer: any, reply: ModelReply): StreamEvent[] {
  const { content, stop_reason: stop, usage, ...message } = answer;
  const event = (type: string, more: object, isPiece = false): StreamEvent => ({
    event: type,
    data: { type, ...more },
    ...(isPiece && { isPiece }),
  });
  return [
    event('message_start', { message: { ...message, content: [], stop_reason: null, usage } }),
    ...(reply.thoughts === undefined
      ? []
      : [
          event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '' } }),
          ...thoughtsOf(reply).map((thinking) =>
            event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking } }, true),
          ),
          event('content_block_stop', { index: 0 }),
        ]),
    ...content
      .map((block: any, at: number) => [block, reply.thoughts === undefined ? at : at + 1])
      .flatMap(([block, index]: [any, number]) => [
        event('content_block_start', {
          index,
          content_block: block.type === 'text' ? { type: 'text', text: '' } : { ...block, input: {} },
        }),
        ...(block.type === 'text'
          ? piecesOf(block.text, reply.pieceSize ?? 4).map((text) =>
              event('content_block_delta', { index, delta: { type: 'text_delta', text } }, true),
            )
          : [
              event('content_block_delta', {
                index,
                delta: { type: 'input_json_delta', partial_json: JSON.stringify(block.input) },
              }),
            ]),
        event('content_block_stop', { index }),
      ]),
    event('message_delta', { delta: { stop_reason: stop, stop_sequence: null }, usage }),
    event('message_stop', {}),
  ];
}

export function streamGoogle(answer: any, reply: ModelReply): StreamEvent[] {
  const [{ content, finishReason }] = answer.candidates;
  const chunk = (parts: unknown[], more: object = {}) => ({
    candidates: [{ content: { role: 'model', parts }, ...more }],
  });
  return [
    ...thoughtsOf(reply).map((text): StreamEvent => ({ data: chunk([{ text, thought: true }]), isPiece: true })),
    ...content.parts.flatMap((part: any): StreamEvent[] =>
      part.text === undefined
        ? [{ data: chunk([part]) }]
        : piecesOf(part.text, reply.pieceSize ?? 4).map((text) => ({ data: chunk([{ text }]), isPiece: true })),
    ),
    { data: { ...chunk([], { finishReason }), usageMetadata: answer.usageMetadata } },
  ];
}
