// The part of node-llama-cpp that the process of the local model uses. The package is optional and not installed with the
// service, so its own types are not at hand.

export type HistoryItem = { type: 'system' | 'user'; text: string } | { type: 'model'; response: string[] };

type Tokens = { readonly length: number };
type Grammar = object;
export type Sequence = { dispose(): void };
type ContextText = { tokenize(tokenizer: unknown): Tokens };
export type Chat = {
  chatWrapper: { generateContextState(state: { chatHistory: HistoryItem[] }): { contextText: ContextText } };
  generateResponse(
    history: HistoryItem[],
    options: {
      onTextChunk(text: string): void;
      onToken(tokens: Tokens): void;
      signal: AbortSignal;
      maxTokens: number;
      temperature: number;
      seed: number;
      grammar?: Grammar;
    },
  ): Promise<{ metadata: { stopReason: string } }>;
  dispose(): void;
};
export type LlamaModel = {
  tokenizer: unknown;
  trainContextSize: number;
  createContext(options: { contextSize: number; threads: number; sequences: 1 }): Promise<{ getSequence(): Sequence }>;
};
export type Llama = {
  loadModel(options: { modelPath: string; useMmap: boolean }): Promise<LlamaModel>;
  createGrammarForJsonSchema(schema: unknown): Promise<Grammar>;
};
export type LlamaPackage = {
  getLlama(options: Record<string, unknown>): Promise<Llama>;
  LlamaChat: new (options: { contextSequence: Sequence; autoDisposeSequence: boolean }) => Chat;
};
