import type { JsonSchema } from '@errand/json-schema/walk-schema.ts';
import type { UntrustedSource } from './untrusted.ts';

// Requests and responses of models, independent of the provider and its library.

export type { JsonSchema };

export type ModelPart =
  | { type: 'text'; text: string }
  | { type: 'image'; data: Uint8Array; mediaType: string }
  /** A document that the model reads itself, for example a PDF. */
  | { type: 'file'; data: Uint8Array; mediaType: string; name?: string };

export type ModelTool = {
  name: string;
  description: string;
  inputSchema: JsonSchema;
  /**
   * Runs once per tool call of the model, as a step: a later attempt gets the recorded result, which must be JSON. An
   * EngineFailure without `retry` is reported to the model, which may try something else.
   */
  execute(input: unknown, options: { signal: AbortSignal }): Promise<unknown>;
  /** Where its answers come from, if they are untrusted. */
  untrusted?: UntrustedSource;
};

export type ModelRequest = {
  /** An id of the catalog. Default: the default model of this installation. */
  model?: string;
  system?: string;
  prompt: ModelPart[];
  /** The answer must be JSON that fits. The model gets at most two chances to correct it, then the job fails. */
  outputSchema?: JsonSchema;
  temperature?: number;
  reasoningEffort?: 'low' | 'medium' | 'high';
  tools?: ModelTool[];
  /** Maximum number of requests in one call when the model uses tools. Default 10. */
  stepsMax?: number;
  outputTokensMax?: number;
  /** The answer is (the beginning of) an output's value, which watchers of the job see while it is written. */
  stream?: StreamTarget | StreamItems;
  /** `never`: only the named model may answer, whatever chain the configuration has. */
  substitutes?: 'never' | 'listed';
  /** The model whose values were not trusted, so that this one is asked. */
  escalatedFrom?: string;
};

export type StreamTarget = {
  /** Key of the output. */
  key: string;
  /** For an answer without a schema: the first member of the output's JSON object, whose text the answer is. */
  member?: string;
  /** The engine removes white space at both ends of the text. */
  trims?: boolean;
  /** For an answer with a schema: the value is this member of it alone. */
  only?: string;
};

/** For an engine that shows words of its own (`context.show`), made from the objects of a list in the answer. */
export type StreamItems = {
  /** The member of the answer that is the list. */
  items: string;
  /** Called for each try. Gets each object as soon as it is complete, before anything is checked. */
  open(): (item: unknown) => void;
};

/** Where the words of a streamed answer go. Each call begins the value anew. */
export type OpenStream = (key: string) => (text: string) => void;

export type ModelAnswer = {
  text: string;
  /** The JSON of the answer when an `outputSchema` was given, else undefined. */
  output: unknown;
  /** The model that answered. */
  model: string;
  /** Set if it answered in place of the requested model, with the reason. */
  insteadOf?: string;
  reason?: string;
  /** The version that answered, as its provider names it. */
  answeredBy: string[];
  /** Total of all requests that led to the answer. */
  inputTokens: number;
  outputTokens: number;
  /** In USD. 0 if the price is not known. */
  cost: number;
  priceKnown: boolean;
  /** Results of the tools, in order. They are the same on each attempt, because they come from the journal. */
  toolUses: ToolUse[];
};

export type ToolUse = { name: string; input: unknown } & ({ result: unknown } | { error: string });
