import type { Readable } from 'node:stream';
import type { FailureCode } from '@errand/contract/error-catalogue.ts';
import type { Typology } from '@errand/contract/knowledge.ts';
import type { Trust } from '@errand/contract/trust.ts';
import type { TObject } from 'typebox';
import type { AppliedPolicy } from '#policies/model.ts';
import type { FrozenCase } from './frozen.ts';
import type { ModelAnswer, ModelRequest, ModelTool } from './model-call.ts';
import type { UntrustedSource } from './untrusted.ts';
import type { WaitAnswer, WaitRequest } from './wait.ts';

// The contract between the service and an engine. An engine is a description plus one function; it reaches the world
// only through its context, never through the database.

export type InputDefinition = {
  key: string;
  data_type: string;
  description: string;
  example?: string;
  accepts_multiple_files?: boolean | null;
  required?: boolean;
};

export type OutputItem = { key: string; data_type: string; value: string; description: string; cost: number };

/** One output of an engine; description and cost are optional. */
export type EngineOutput = { key: string; data_type: string; value: string; description?: string; cost?: number };

export type EngineResult = {
  outputs: EngineOutput[];
  /** A small extract for lists, for example the verdict. */
  uiFields?: Record<string, unknown>;
  /** For extractions: how far the values can be trusted, and how much of the sources was read. */
  trust?: Trust;
  /** A person should look at the result. */
  needsReview?: boolean;
};

export const stepKinds = ['model', 'tool', 'fetch', 'compute', 'wait'] as const;
export type StepKind = (typeof stepKinds)[number];

/** Filled by the work of a step, recorded with the step and added to the job. */
export type StepUsage = {
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
  /** The input tokens that came from the provider's cache. */
  cachedInputTokens?: number;
  cost?: number;
  artifactKey?: string;
  /** The request, for people who inspect the step: JSON, with long texts cut and only the size of binary content. */
  request?: Record<string, unknown>;
  /** Tries that failed before this one, oldest first. */
  retries?: StepRetry[];
  /** Where untrusted content came from that the step has read. Steps of the kind `fetch` read from the web. */
  untrusted?: UntrustedSource;
  /** For a model: who was asked, with whose key, and in place of which model. */
  route?: StepRoute;
};

export type StepRoute = {
  provider: string;
  key: 'house' | 'organization';
  lane: 'normal' | 'batch';
  /** Why it was asked in place of `instead_of`. */
  reason?: string;
  instead_of?: string;
  first_token_ms?: number;
};

export type StepRetry = { started_at: string; duration_ms: number; error: string };

export type EngineFile = {
  id: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  open(): Promise<Readable>;
};

/** A file from a connection. Its content is kept with the data of the job. */
export type ConnectionFile = { name: string; contentType: string; size: number; open(): Promise<Buffer> };

export type FetchOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Limit for the whole request, redirects included. Default 30 s. */
  timeoutMs?: number;
  /** The request fails if the response is larger. Default 10 MiB. */
  bytesMax?: number;
  /** The only hosts that may be requested, redirects included. Default: any host on the public internet. */
  hosts?: readonly string[];
  /**
   * Whether a repeated request has no further effect. Default: true for GET, PUT and DELETE. If it is false, the job
   * fails when the request was sent and got no response, since another attempt could carry it out twice.
   */
  idempotent?: boolean;
};

/** A response; `url` is the address after redirects. A status like 404 is a response, not a failure. */
export type Fetched = {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Reads the body again from storage, for callers that do not want to keep it in memory. */
  reopen(): Promise<Buffer>;
};

/** A fetched page. Its styles and images may come only from `hosts`. */
export type SavedPage = { url: string; content: Uint8Array; contentType: string; hosts: readonly string[] };

export type TableQuestion = {
  /** One SELECT, or SHOW TABLES. */
  sql: string;
  /** Only these tables are visible. Default: all tables of the organization. */
  only?: string[];
  /** Tables that come with the question. `rows` is a JSON array of objects; column `row` holds their number. */
  given?: { name: string; columns: string[]; rows: string }[];
  rowsMax?: number;
};
export type TableAnswer = { columns: string[]; rows: unknown[][]; truncated: boolean };

/** A review of an earlier verdict of the agent. Without a corrected verdict, the verdict was right. */
export type Lesson = { verdict: string | null; corrected_verdict: string | null; comment: string };

export type EngineContext = {
  jobId: string;
  agentId: string;
  attempt: number;
  /** Version of the service, its built-in engines and its built-in model. */
  version: string;
  /** Aborted when the job is cancelled, times out or has been taken over by another worker. */
  signal: AbortSignal;
  /** True in an evaluation or a rehearsal: nobody is asked, and the result must have no effect. */
  isTrial: boolean;
  /**
   * Runs `work` once for the whole life of the job: its JSON result is recorded before anything else happens, and a
   * later attempt gets the recorded result instead of paying again. Names must be the same on each attempt; a
   * repeated name is numbered in order.
   */
  step<T>(name: string, work: (usage: StepUsage) => Promise<T>, options?: { kind?: StepKind }): Promise<T>;
  /**
   * Calls a model. Each request to the provider is a step named after `name`, so none is paid for twice. Faults of the
   * provider are retried or end the attempt with a clear message.
   */
  model(name: string, request: ModelRequest): Promise<ModelAnswer>;
  /** Returns the id of the model that serves `asked`, or of the default model if it is undefined. */
  modelName(asked?: string): string;
  /** Returns the models to ask when the values of the configured model, which is `asked`, are not trusted. */
  escalations(asked?: string): string[];
  /** Whether that model reads images. Returns `unknown`, by default false, for a model outside the catalog. */
  readsImages(asked?: string, unknown?: boolean): boolean;
  /** A request to the public internet (and networks that the operator allows) as a step; redirects are checked. */
  fetch(name: string, url: string, options?: FetchOptions): Promise<Fetched>;
  /** A screenshot (PNG) of a fetched page. Fails when this machine has no browser. */
  screenshot(page: SavedPage): Promise<Uint8Array>;
  /** A read-only query of the organization's tables, as a step. */
  sql(name: string, question: TableQuestion): Promise<TableAnswer>;
  /** Tools of configured MCP servers, for use by a model. With names, only the servers of these tools must be up. */
  tools(names?: string[]): Promise<ModelTool[]>;
  /** Connections of the organization as tools of a model, as the configuration grants them. */
  connections(grants: unknown): Promise<ModelTool[]>;
  /** A skill set: what its files are about, for a prompt, and a tool that reads one. Each read is a step. */
  skills(setId: string): Promise<{ versionId: string; text: string; tools: ModelTool[] }>;
  /** A knowledge base as it is now: its typologies, their list for a prompt, and a tool that reads one as a step. */
  knowledge(baseId: string): Promise<{
    id: string;
    name: string;
    /** When it was finished. */
    version: string;
    text: string;
    tools: ModelTool[];
    typologies: Typology[];
  }>;
  /** An object of a connection that the version names, by `connection://name/path`, read as a step. */
  connectionFile(address: string, bytesMax?: number): Promise<ConnectionFile>;
  /** A file of the job's organization, by its id (with or without `file_`). */
  file(id: string): Promise<EngineFile>;
  /** Stores JSON evidence and returns its artifact key. `step` is the key of the step that produced it. */
  artifact(name: string, content: unknown, source?: string, step?: string): Promise<string>;
  /** Reads an artifact of this job. Fails if the content differs from what was written. */
  readArtifact(key: string): Promise<unknown>;
  /** Stores bytes as a reference and returns its address, to be listed under `references` in an output. */
  reference(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: { contentType: string; extension: string },
  ): Promise<string>;
  /** Returns the policy version with which the job was accepted, or undefined if its agent has no policy. */
  policy(): Promise<AppliedPolicy | undefined>;
  /** Reviews of the agent's earlier verdicts, newest first. */
  lessons(): Promise<Lesson[]>;
  /**
   * Waits for an answer, an event or a time, for as long as it takes and without holding a slot. The attempt ends here;
   * when the wait is over, a later attempt replays the journal to this place and goes on. Do not catch what it throws.
   */
  wait(request: WaitRequest): Promise<WaitAnswer>;
  /**
   * Begins the value of an output anew for those who watch the job, and returns what takes its next words. Nothing is
   * shown of results that are held back.
   */
  show(key: string): (words: string) => void;
  /** Reports progress to watchers. Call it as often as you like: at most two reports per second are kept. */
  progress(data: Record<string, unknown>): void;
};

export type EngineRun<Config> = {
  /** Text by key; a file input holds `file_<uuid>`, several joined with commas. */
  inputs: Record<string, string>;
  /** Placeholders filled, values converted to the types of the schema. */
  config: Config;
};

/** Features that an engine may use and that not every machine has. */
export const features = ['browser', 'search', 'maps', 'social', 'storefront'] as const;
export type Feature = (typeof features)[number];

export type Engine<Config = Record<string, unknown>> = {
  id: string;
  name: string;
  description: string;
  inputs: InputDefinition[];
  /** Only the declared inputs are allowed in an agent's definitions. */
  fixedInputs: boolean;
  supportsMemory: boolean;
  /** Whether `policy_version_id` in its configuration refers to a policy; otherwise that key has no meaning. */
  policy?: 'required' | 'optional';
  configSchema: TObject;
  defaultConfig: Record<string, unknown>;
  /** Features it always needs, features that a configuration needs in addition, and features it uses when available. */
  needs?: readonly Feature[];
  needsFor?(config: Record<string, unknown>): Feature[];
  uses?: readonly Feature[];
  /** Errors in a stored configuration that no run could accept; such a configuration is rejected. */
  checkConfig?(config: Record<string, unknown>): string[];
  /** Warnings about missing values that the schema cannot express, such as one of two. */
  findMissing?(config: Record<string, unknown>): string[];
  run(context: EngineContext, run: EngineRun<Config>): Promise<EngineResult>;
  /** Decides a case again on frozen evidence, with this job's configuration and policy. Gathers nothing. */
  runFrozen?(context: EngineContext, run: EngineRun<Config> & { frozen: FrozenCase }): Promise<EngineResult>;
};

export function defineEngine<Config>(
  engine: Pick<Engine<Config>, 'id' | 'name' | 'description' | 'inputs' | 'configSchema' | 'run'> &
    Partial<Engine<Config>>,
): Engine {
  return { fixedInputs: false, supportsMemory: false, defaultConfig: {}, ...engine } as Engine;
}

type FailureOptions = {
  /** The entry of the error catalogue. Default: `errand.engines.failed`, so that only the message explains it. */
  code?: FailureCode;
  /** Another attempt may help, for example after a remote fault. */
  retry?: boolean;
  /**
   * Retries the job after this many seconds without using an attempt, for faults that are not the job's. A long outage
   * still ends it.
   */
  postponeSeconds?: number;
  cause?: unknown;
  /** The value of an answer that was refused, for the engine that knows what to do with it. */
  found?: unknown;
  /** What was found before the failure. The job keeps it as `partial_outputs`. */
  partial?: EngineResult;
};

/** Ends the job, or this attempt, with a message for its owner. */
export class EngineFailure extends Error {
  readonly code: FailureCode;
  readonly retry: boolean;
  readonly postponeSeconds: number | undefined;
  readonly found: unknown;
  readonly partial: EngineResult | undefined;
  constructor(message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'EngineFailure';
    this.code = options.code ?? 'errand.engines.failed';
    this.retry = options.retry ?? false;
    this.postponeSeconds = options.postponeSeconds;
    this.found = options.found;
    this.partial = options.partial;
  }
}
