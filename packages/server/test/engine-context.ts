import { type EngineContext, EngineFailure } from '#engines/engine/engine.ts';
import type { ModelAnswer, ModelRequest } from '#engines/engine/model-call.ts';

type Asked = ModelRequest & { name: string };

/**
 * The world of an engine in memory, for tests of its parts: steps run at once, artifacts stay here, and the model gives
 * these answers in their order. Whatever else a test needs, it gives.
 */
export function createTestContext(answers: unknown[] = [], given: Partial<EngineContext> = {}) {
  const asked: Asked[] = [];
  const steps: string[] = [];
  const artifacts = new Map<string, unknown>();
  const context = {
    jobId: 'job',
    agentId: 'agent',
    attempt: 1,
    version: '0',
    signal: new AbortController().signal,
    isTrial: false,
    async step(name, work) {
      steps.push(name);
      return work({});
    },
    async model(name, request) {
      asked.push({ name, ...request });
      if (answers.length === 0) throw new EngineFailure(`No answer is left for ${name}.`);
      const answer = answers.shift();
      const isText = typeof answer === 'string';
      return { ...noUse, text: isText ? answer : JSON.stringify(answer), output: isText ? undefined : answer };
    },
    modelName: (name) => name ?? 'some-model',
    escalations: () => [],
    policy: async () => undefined,
    readsImages: () => false,
    async artifact(name, content) {
      artifacts.set(name, structuredClone(content));
      return name;
    },
    readArtifact: async (key) => artifacts.get(key),
    progress: () => undefined,
    ...given,
  } as EngineContext;
  return { context, asked, steps, artifacts };
}

const noUse: Omit<ModelAnswer, 'text' | 'output'> = {
  model: 'some-model',
  answeredBy: ['some-model-1'],
  inputTokens: 1,
  outputTokens: 1,
  cost: 0,
  priceKnown: true,
  toolUses: [],
};
