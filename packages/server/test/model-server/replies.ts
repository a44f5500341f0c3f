// What the fake model server is told to answer, one after the other; the last is repeated.

export type ModelReply = {
  /** Text of the answer. */
  text?: string;
  /** JSON of the answer. */
  json?: unknown;
  /** Tools the model wants used. */
  tools?: { name: string; input: unknown }[];
  refusal?: string;
  finish?: 'stop' | 'length' | 'content_filter';
  inputTokens?: number;
  cachedTokens?: number;
  outputTokens?: number;
  /** How many of the output tokens are thoughts. */
  thoughtTokens?: number;
  /** An error with this status instead of an answer. */
  status?: number;
  headers?: Record<string, string>;
  errorBody?: unknown;
  /** `hang`: no answer at all. `cut`: half of one, or a stream without its end. `broken`: 200 and no JSON. `reset`: the connection is closed. */
  fault?: 'hang' | 'cut' | 'broken' | 'reset';
  delayMs?: number;
  /** Of a streamed answer: characters of a piece, the pause before each, and after how many pieces it goes no further. */
  pieceSize?: number;
  gapMs?: number;
  stopAfter?: number;
  /** Of a streamed answer: thoughts before the words, in pieces like them. */
  thoughts?: string;
  /** Of a streamed answer: how many pings come first, with the same pauses. */
  pings?: number;
  /** Ignores that a stream is asked for. */
  inOnePiece?: boolean;
};

export type ModelCall = { model: string; path: string; body: any; headers: Record<string, string>; at: number };

/** Something that fits, for runs where only the fitting matters. */
export function sampleOf(schema: any): unknown {
  if (schema === null || typeof schema !== 'object') return 'sample';
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object' || schema.properties) {
    return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([key, own]) => [key, sampleOf(own)]));
  }
  if (type === 'array') return [sampleOf(schema.items ?? {})];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  if (type === 'null') return null;
  return schema.format === 'date' ? '2026-05-31' : 'sample';
}
