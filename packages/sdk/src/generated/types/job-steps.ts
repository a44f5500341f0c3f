// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { ModelRoute } from './jobs.ts';

export type StepAnswer = {
  /** The text of the answer. */
  text: string;
  reasoning: string | null;
  tool_calls: {
    tool: string;
    input: unknown;
  }[];
  /** Why the model stopped. */
  finish: string | null;
  /** The model version that answered, as the provider names it. */
  answered_by: string | null;
};

export type StepDetail = {
  key: string;
  /** Position in the order in which steps ended. */
  seq: number;
  kind: string;
  name: string;
  model: string | null;
  status: string;
  started_at: string;
  duration_ms: number;
  input_tokens: number | null;
  output_tokens: number | null;
  cost: number;
  artifact_key: string | null;
  error: string | null;
  /** Input tokens that came from the prompt cache of the provider. */
  cached_input_tokens: number | null;
  /** The job whose recorded answer this step reused at no cost. */
  reused_from: string | null;
  /** Where untrusted content came from: `web`, `document`, `connection` or `tool`. */
  untrusted: string | null;
  route: ModelRoute | null;
  /** The request. Models have messages, tools have tool and input, fetches have method and url. */
  request: StepRequest | null;
  answer: StepAnswer | null;
  /** The recorded result, which a later attempt replays. Null if the step failed. */
  result: unknown;
  /** Size of the result. A result larger than 2 MB is omitted: `result` is null. */
  result_bytes: number;
  /** Failed tries before this one, oldest first, at most 20. */
  retries: {
    started_at: string;
    duration_ms: number;
    error: string;
  }[];
};

/** The request. Models have messages, tools have tool and input, fetches have method and url. */
export type StepRequest = {
  provider?: string;
  /** Model name used by the provider. */
  model?: string;
  /** Name of the step whose conversation this step continues. Its messages are not repeated. */
  continues?: string;
  messages?: {
    role: string;
    parts: {
      /** text, reasoning, image, file, tool_call or tool_result. */
      type: string;
      text?: string;
      media_type?: string;
      name?: string;
      /** Size of an image or file. Its content is not stored here. */
      bytes?: number;
      tool?: string;
      input?: unknown;
      output?: unknown;
    }[];
  }[];
  settings?: Record<string, unknown>;
  /** The JSON schema that the answer must match. */
  answer_schema?: unknown;
  /** The tools that the model could use. */
  tools?: unknown[];
  /** For tool calls: the name of the tool. */
  tool?: string;
  /** For tool calls: the input from the model. */
  input?: unknown;
  /** For requests to the internet, with url, headers and body. */
  method?: string;
  url?: string;
  headers?: Record<string, unknown>;
  body?: unknown;
  /** For table queries: the SQL. */
  sql?: string;
};
