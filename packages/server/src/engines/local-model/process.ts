import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { becomeIdentity } from '#platform/identity.ts';
import type { Chat, Llama, LlamaModel, LlamaPackage } from './llama.ts';
import type { FromProcess, LocalCall, ProcessSettings, ToProcess } from './protocol.ts';

// The process of the local model: it loads the file once, gives up its rights, and answers one call after the other.

/** Repeated calls answer the same. */
const SEED = 1;
const GRAMMARS_MAX = 50;
/** Room for an answer, below which a prompt counts as too long. */
const OUTPUT_TOKENS_MIN = 64;

const settings = JSON.parse(process.argv[2]!) as ProcessSettings;
const out = createWriteStream('', { fd: 3 });
const tell = (message: FromProcess): void => void out.write(`${JSON.stringify(message)}\n`);

const queue: LocalCall[] = [];
const cancelled = new Map<number, AbortController>();
let isBusy = false;

try {
  const answer = await load();
  createInterface({ input: process.stdin })
    .on('line', (line) => {
      const message = JSON.parse(line) as ToProcess;
      if ('cancel' in message) cancelled.get(message.cancel)?.abort();
      else {
        cancelled.set(message.id, new AbortController());
        queue.push(message);
        void work(answer);
      }
    })
    // The service is gone or wants no more.
    .on('close', () => process.exit());
} catch (error) {
  tell({ unusable: (error as Error).message });
  out.end(() => process.exit(1));
}

async function work(answer: Answer): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  for (let call = queue.shift(); call !== undefined; call = queue.shift()) {
    const { id } = call;
    await answer(call, cancelled.get(id)!.signal).catch((error) =>
      tell({ id, failed: String((error as Error).message) }),
    );
    cancelled.delete(id);
  }
  isBusy = false;
}

type Answer = (call: LocalCall, signal: AbortSignal) => Promise<void>;

async function load(): Promise<Answer> {
  const { modelPath, entry, threads, contextTokensMax, identity } = settings;
  const { getLlama, LlamaChat } = (await import(pathToFileURL(entry).href)) as LlamaPackage;
  const options = { gpu: false, build: 'never', skipDownload: true, maxThreads: threads, logLevel: 'error' };
  const llama = await getLlama({ ...options, progressLogs: false });
  const model = await llama.loadModel({ modelPath, useMmap: true });
  const contextTokens = Math.min(contextTokensMax, model.trainContextSize);
  const context = await model.createContext({ contextSize: contextTokens, threads, sequences: 1 });
  const openChat = (): Chat => new LlamaChat({ contextSequence: context.getSequence(), autoDisposeSequence: true });
  const answer = createAnswer({ llama, model, openChat, contextTokens });
  // One token loads everything that is loaded late, so that no file is needed afterwards.
  await answer({ id: 0, history: [{ type: 'user', text: 'Hello' }], schema: { type: 'string' }, outputTokensMax: 1 });
  becomeIdentity(identity);
  tell({ ready: { contextTokens } });
  return answer;
}

type Parts = { llama: Llama; model: LlamaModel; openChat(): Chat; contextTokens: number };

function createAnswer({ llama, model, openChat, contextTokens }: Parts) {
  const grammars = new Map<string, Promise<object>>();

  function grammarFor(schema: unknown): Promise<object> {
    const key = JSON.stringify(schema);
    let grammar = grammars.get(key);
    if (grammar === undefined) {
      if (grammars.size >= GRAMMARS_MAX) grammars.clear();
      grammar = llama.createGrammarForJsonSchema(schema);
      grammars.set(key, grammar);
    }
    return grammar;
  }

  return async (call: LocalCall, signal: AbortSignal = new AbortController().signal): Promise<void> => {
    const { id, history, schema, outputTokensMax = contextTokens, temperature = 0 } = call;
    const grammar = schema === undefined ? undefined : await grammarFor(schema);
    const chat = openChat();
    try {
      const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: history });
      const inputTokens = contextText.tokenize(model.tokenizer).length;
      const room = contextTokens - inputTokens;
      // The library would cut the history off, and the answer would rest on a part of it.
      if (room < OUTPUT_TOKENS_MIN)
        throw new Error(`The text has ${inputTokens} tokens, too long for the context window of ${contextTokens}.`);
      let outputTokens = 0;
      const { metadata } = await chat.generateResponse(history, {
        onTextChunk: (delta) => id > 0 && tell({ id, delta }),
        onToken: (tokens) => {
          outputTokens += tokens.length;
        },
        signal,
        maxTokens: Math.min(outputTokensMax, room),
        temperature,
        seed: SEED,
        ...(grammar && { grammar }),
      });
      const reason = metadata.stopReason === 'maxTokens' ? 'length' : 'stop';
      if (id > 0) tell({ id, over: { reason, inputTokens, outputTokens } });
    } finally {
      chat.dispose();
    }
  };
}
