import type { TokenUse } from './catalog.ts';
import type { CallResult } from './provider-models.ts';

/** Parts that the next turn needs. */
export type ReplyPart = Extract<CallResult['content'][number], { type: 'text' | 'reasoning' | 'tool-call' }>;

/** The recorded part of a response: everything that the next turn or a later attempt needs. */
export type Reply = {
  content: ReplyPart[];
  /** Text of the answer. If the provider has drafts, the chosen one. */
  text: string;
  finish: CallResult['finishReason']['unified'];
  use: TokenUse;
  /** The model as the provider names it in its response: often a dated version of the requested one. */
  answeredBy?: string | undefined;
  /** Set if it came by the lane for calls that can wait. */
  lane?: 'batch' | undefined;
  /** Of a streamed answer: how long the first token took. */
  firstTokenMs?: number | undefined;
};
