import type { Readable } from 'node:stream';
import type { TObject } from 'typebox';
import type { AppliedPolicy } from '#policies/model.ts';
import type { ModelAnswer, ModelRequest, ModelTool } from './model-call.ts';

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

/** What an engine returns for one output; description and cost may be left out. */
export type EngineOutput = { key: string; data_type: string; value: string; description?: string; cost?: number };

export type EngineResult = {
  outputs: EngineOutput[];
  /** A small extract for lists, for example the verdict. */
  uiFields?: Record<string, unknown>;
};

export const stepKinds = ['model', 'tool', 'fetch', 'compute'] as const;
export type StepKind = (typeof stepKinds)[number];

/** Filled by the work of a step; what it says is recorded with the step and added to the job. */
export type StepUsage = {
  model?: string;
  inputTokens?: number;
  outputTokens?: number;
  cost?: number;
  artifactKey?: string;
};

export type EngineFile = {
  id: string;
  name: string;
  contentType: string;
  size: number;
  sha256: string;
  open(): Promise<Readable>;
};

export type FetchOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** For everything, redirects included. Default 30 s. */
  timeoutMs?: number;
  /** A longer answer fails. Default 10 MiB. */
  bytesMax?: number;
  /** No other host is asked, wherever redirects lead. Default: any host on the public internet. */
  hosts?: readonly string[];
  /**
   * The receiver takes a repeated request for the same one. Default: true for GET, PUT and DELETE. Otherwise a job whose
   * request was sent and got no answer fails, since another attempt could do the same thing twice.
   */
  idempotent?: boolean;
};

/** An answer; `url` is where redirects led. A status like 404 is an answer, not a failure. */
export type Fetched = {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The body again, from where it is kept: for whoever does not want to hold it meanwhile. */
  reopen(): Promise<Buffer>;
};

/** A page that was fetched; `hosts`: where styles and images of it may come from. */
export type SavedPage = { url: string; content: Uint8Array; contentType: string; hosts: readonly string[] };

export type TableQuestion = {
  /** One SELECT, or SHOW TABLES. */
  sql: string;
  /** Only these tables are there; default: all of the organization. */
  only?: string[];
  rowsMax?: number;
};
export type TableAnswer = { columns: string[]; rows: unknown[][]; truncated: boolean };

/** What a reviewer said about an earlier verdict of the agent; no corrected verdict: it was right. */
export type Lesson = { verdict: string | null; corrected_verdict: string | null; comment: string };

export type EngineContext = {
  jobId: string;
  agentId: string;
  attempt: number;
  /** Of the service, and with it of its built-in engines and model. */
  version: string;
  /** Aborted when the job is cancelled, runs out of time or belongs to another worker now. */
  signal: AbortSignal;
  /**
   * Runs `work` once for the whole life of the job: its JSON result is recorded before anything else happens, and a
   * later attempt gets the recorded result instead of paying again. Names have to be the same on each attempt; a
   * repeated name is numbered in order.
   */
  step<T>(name: string, work: (usage: StepUsage) => Promise<T>, options?: { kind?: StepKind }): Promise<T>;
  /**
   * Asks a model. Each call of the provider is a step named from `name`, so none is paid for twice; faults of the
   * provider are waited out or end the attempt with a clear text.
   */
  model(name: string, request: ModelRequest): Promise<ModelAnswer>;
  /** The id of the model that answers for `asked`: the default of this installation when nothing is asked for. */
  modelName(asked?: string): string;
  /** Whether that model reads images; of one that nobody knows `unknown` is assumed, by default no. */
  readsImages(asked?: string, unknown?: boolean): boolean;
  /** A request to the public internet (and what the operator allows) as a step; redirects are followed and checked. */
  fetch(name: string, url: string, options?: FetchOptions): Promise<Fetched>;
  /** A picture (PNG) of a page that was fetched. Fails where there is no browser, and says so. */
  screenshot(page: SavedPage): Promise<Uint8Array>;
  /** Asks the organization's tables, reading only, as a step. */
  sql(name: string, question: TableQuestion): Promise<TableAnswer>;
  /** Tools that the operator configured (MCP servers), to be handed to a model. With names: those and maybe more. */
  tools(names?: string[]): Promise<ModelTool[]>;
  /** A file of the job's organization, by its id (with or without `file_`). */
  file(id: string): Promise<EngineFile>;
  /** Stores JSON evidence and returns its artifact key. `step` is the key of the step that made it. */
  artifact(name: string, content: unknown, source?: string, step?: string): Promise<string>;
  /** The content of an artifact of this job as it is stored now; fails when it is not what was written. */
  readArtifact(key: string): Promise<unknown>;
  /** Stores bytes as a reference and returns its address, to be listed under `references` in an output. */
  reference(
    content: Uint8Array | AsyncIterable<Uint8Array>,
    options: { contentType: string; extension: string },
  ): Promise<string>;
  /** The policy version that the job was accepted with; undefined when its agent names none. */
  policy(): Promise<AppliedPolicy | undefined>;
  /** What reviewers said about the agent's earlier verdicts, newest first. */
  lessons(): Promise<Lesson[]>;
  /** Tells watchers how far the job is. Cheap: at most two a second are kept. */
  progress(data: Record<string, unknown>): void;
};

export type EngineRun<Config> = {
  /** Text by key; a file input holds `file_<uuid>`, several joined with commas. */
  inputs: Record<string, string>;
  /** Placeholders filled, values converted to the types of the schema. */
  config: Config;
};

/** What an engine may use that not every machine has. */
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
  /** Whether `policy_version_id` of its configuration names a policy; without it that key means nothing. */
  policy?: 'required' | 'optional';
  configSchema: TObject;
  defaultConfig: Record<string, unknown>;
  /** What it cannot do without, what a configuration asks for beyond that, and all that it uses where it is there. */
  needs?: readonly Feature[];
  needsFor?(config: Record<string, unknown>): Feature[];
  uses?: readonly Feature[];
  /** Values in a stored configuration that can never be used: refused. */
  checkConfig?(config: Record<string, unknown>): string[];
  /** Needed values that a stored configuration lacks and the schema cannot tell, such as one of two: a warning. */
  findMissing?(config: Record<string, unknown>): string[];
  run(context: EngineContext, run: EngineRun<Config>): Promise<EngineResult>;
};

export function defineEngine<Config>(
  engine: Pick<Engine<Config>, 'id' | 'name' | 'description' | 'inputs' | 'configSchema' | 'run'> &
    Partial<Engine<Config>>,
): Engine {
  return { fixedInputs: false, supportsMemory: false, defaultConfig: {}, ...engine } as Engine;
}

type FailureOptions = {
  /** Another attempt may help (a remote fault, say). */
  retry?: boolean;
  /** The job is not to blame: it goes on in so many seconds, and no attempt is counted. A long outage ends it all the same. */
  postponeSeconds?: number;
  cause?: unknown;
};

/** Ends the job, or this attempt, with a text its owner may read. */
export class EngineFailure extends Error {
  readonly retry: boolean;
  readonly postponeSeconds: number | undefined;
  constructor(message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'EngineFailure';
    this.retry = options.retry ?? false;
    this.postponeSeconds = options.postponeSeconds;
  }
}
