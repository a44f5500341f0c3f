// Made from packages/contract by `npm run generate`. Change the contract, not this file.

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
  /** The version that answered, as its provider names it. */
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
  /** Of the input tokens: read from the cache of the provider. */
  cached_input_tokens: number | null;
  /** The job whose recorded answer this step took over; it cost nothing. */
  reused_from: string | null;
  /** What was asked. Models have messages, tools have tool and input, fetches have method and url. */
  request: StepRequest | null;
  answer: StepAnswer | null;
  /** What is on record of the step, which a later attempt reads; null when it failed. */
  result: unknown;
  /** Size of the result. Beyond 2 MB it is left out, and result is null. */
  result_bytes: number;
  /** Tries that failed before this one, oldest first, at most 20. */
  retries: {
    started_at: string;
    duration_ms: number;
    error: string;
  }[];
};

/** What was asked. Models have messages, tools have tool and input, fetches have method and url. */
export type StepRequest = {
  provider?: string;
  /** As its provider calls it. */
  model?: string;
  /** Name of the step whose conversation goes on here; its messages are not repeated. */
  continues?: string;
  messages?: {
    role: string;
    parts: {
      /** text, reasoning, image, file, tool_call or tool_result. */
      type: string;
      text?: string;
      media_type?: string;
      name?: string;
      /** Size of an image or file, which is not kept here. */
      bytes?: number;
      tool?: string;
      input?: unknown;
      output?: unknown;
    }[];
  }[];
  settings?: Record<string, unknown>;
  /** The JSON Schema that the answer has to fit. */
  answer_schema?: unknown;
  /** The tools that the model was offered. */
  tools?: unknown[];
  /** Tool calls: the tool. */
  tool?: string;
  /** Tool calls: what the model gave it. */
  input?: unknown;
  /** Requests to the internet, with url, headers and body. */
  method?: string;
  url?: string;
  headers?: Record<string, unknown>;
  body?: unknown;
  /** Queries of tables. */
  sql?: string;
};
