import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';

// What an engine asks of a model and what it gets, whoever provides the model. No type of a provider's library leaks
// out of this folder.

export type { JsonSchema };

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'image'; data: Uint8Array; mediaType: string }
  /** A document that the model reads by itself, a PDF for example. */
  | { type: 'file'; data: Uint8Array; mediaType: string; name?: string };

export type ModelTool = {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  /**
   * Called once per call of the model, within a step of its own: a later attempt gets the recorded result. The result
   * has to be JSON. What it throws as EngineFailure without `retry` is told to the model, which may try otherwise.
   */
  execute(input: unknown, options: { signal: AbortSignal }): Promise<unknown>;
};

export type ModelRequest = {
  /** An id of the catalog; left out: the default of this installation. */
  model?: string;
  system?: string;
  prompt: ModelPart[];
  /** The answer is JSON that fits; the model is asked to repair it at most twice, then the job fails. */
  outputSchema?: JsonSchema;
  temperature?: number;
  reasoningEffort?: 'low' | 'medium' | 'high';
  tools?: ModelTool[];
  /** How often the model may be asked in one call, when it uses tools. Default 10. */
  stepsMax?: number;
  outputTokensMax?: number;
};

export type ModelAnswer = {
  text: string;
  /** The JSON of the answer when an `outputSchema` was given, else undefined. */
  output: unknown;
  /** The model that was asked. */
  model: string;
  /** How its provider named it in the answers: the version that really answered. */
  answeredBy: string[];
  /** Of all calls that led to the answer. */
  inputTokens: number;
  outputTokens: number;
  /** USD; 0 when the price is not known. */
  cost: number;
  priceKnown: boolean;
  /** What the tools gave, in order: the same on each attempt, also when the conversation comes from the journal. */
  toolUses: ToolUse[];
};

export type ToolUse = { name: string; input: unknown } & ({ result: unknown } | { error: string });
