// Made from packages/contract by `npm run generate`. Change the contract, not this file.

import type { InputDefinition } from './agents.ts';

export type EngineAnswer = {
  outputs?: {
    key: string;
    data_type: string;
    value: string;
    description?: string;
  }[];
  error?: {
    message: string;
    /** Whether another attempt may succeed. */
    retry?: boolean;
  };
  usage?: {
    model?: string;
    input_tokens?: number;
    output_tokens?: number;
    /** USD. */
    cost?: number;
  };
  /** The job waits for a person, an event or a time. Afterwards the agent is called again with `answers`. */
  wait?: {
    kind: 'approval' | 'question' | 'event' | 'timer';
  };
};

export type EngineCallback = {
  job_id: string;
  outputs?: {
    key: string;
    data_type: string;
    value: string;
    description?: string;
  }[];
  error?: {
    message: string;
    /** Whether another attempt may succeed. */
    retry?: boolean;
  };
  usage?: {
    model?: string;
    input_tokens?: number;
    output_tokens?: number;
    /** USD. */
    cost?: number;
  };
};

export type EngineCallbackAnswer = {
  received: boolean;
};

export type EngineType = {
  engine_class_id: string;
  engine_name: string;
  description: string;
  /** Inputs of an agent that does not define any. */
  input_schema: InputDefinition[];
  /** JSON schema of engine_config. */
  config_schema: Record<string, unknown>;
  default_engine_config: Record<string, unknown>;
  /** If true, an agent may define only the inputs listed here. */
  fixed_inputs: boolean;
  /** Whether a running worker has everything the engine needs. Agents can be created either way. */
  available: boolean;
  /** What is missing. Jobs fail with this message. */
  unavailable_reason: string | null;
};

export type EngineTypeList = {
  engine_types: string[];
  total_count: number;
  engines: EngineType[];
};

export type Model = {
  id: string;
  description: string;
  providers: string[];
  capabilities: ('text' | 'image' | 'audio' | 'video')[];
  /** Input and output tokens together. */
  context_window: number;
  max_output_tokens: number;
  supports_system_message: boolean;
  supports_temperature: boolean;
  supports_reasoning_effort: boolean;
  supports_thinking: boolean;
  supports_json_output: boolean;
  supports_json_schema: boolean;
  /** USD per million tokens. Null: unknown, so calls are recorded with a cost of 0. */
  prices: {
    input: number;
    output: number;
  } | null;
};

export type ModelList = {
  models: Model[];
  total_count: number;
  tenant_scope: string;
};

export type ModelsQuery = {
  /** Only models that accept this kind of input. Every model accepts text. */
  capability?: 'text' | 'image' | 'audio' | 'video';
};
