import type { Identity } from '#platform/identity.ts';
import type { HistoryItem } from './llama.ts';

// What the service and the process of the local model tell each other: lines of JSON.

export type ProcessSettings = {
  modelPath: string;
  /** The module of node-llama-cpp. */
  entry: string;
  threads: number;
  contextTokensMax: number;
  identity: Identity | null;
};

export type LocalCall = {
  id: number;
  history: HistoryItem[];
  /** The answer has to fit it, as far as a grammar can express it. */
  schema?: unknown;
  outputTokensMax?: number | undefined;
  temperature?: number | undefined;
};

export type ToProcess = LocalCall | { cancel: number };

export type FromProcess =
  | { ready: { contextTokens: number } }
  | { unusable: string }
  | { id: number; delta: string }
  | { id: number; over: { reason: 'stop' | 'length'; inputTokens: number; outputTokens: number } }
  | { id: number; failed: string };
