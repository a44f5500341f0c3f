import { findSchemaProblems } from '@errand/json-schema/check-schema.ts';
import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { DriverFailure } from '#connections/model/driver.ts';
import { refuseUser } from '#connections/policy.ts';
import type { Db } from '#platform/db.ts';
import type { Logger } from '#platform/log.ts';
import type { Metrics } from '#platform/metrics.ts';
import { EngineFailure } from '../engine/engine.ts';
import type { ModelAnswer, ModelRequest, ToolUse } from '../engine/model-call.ts';
import { readAnswer, type Wrapped, wrapSchema } from './answer-json.ts';
import { askOnce, type Route, toRoute } from './ask-once.ts';
import type { AskDeps, AskOptions } from './ask-provider.ts';
import type { BatchLane } from './batch-lane.ts';
import { BASELINE, priceOf, type ResolvedModel } from './catalog.ts';
import { followChain, type Hop, isTooDear, linksOf, ModelFailure } from './chain.ts';
import {
  assistantMessage,
  describeSchema,
  describeTools,
  firstMessages,
  markForCache,
  toolCallsOf,
  toolMessage,
  userMessage,
} from './conversation.ts';
import { describeCall } from './describe-call.ts';
import { createGate } from './gate.ts';
import { createModelMetrics } from './metrics.ts';
import type { ModelContext } from './model-context.ts';
import { type CallOptions, createProviderModels, type Message, type RemoteModel } from './provider-models.ts';
import type { Reply } from './reply.ts';
import type { OwnProvider, Provider, StreamLimits } from './settings.ts';
import { memberWords, takeItems } from './stream-member.ts';
import { createWords } from './stream-words.ts';
import { useTools } from './use-tools.ts';

// Implements `context.model`: a conversation that ends when an answer fits the schema. Each turn and each tool call is
// a step of the job, so that a later attempt replays the conversation from the journal and pays for nothing twice.

const TURNS_MAX = 10;
const REPAIRS_MAX = 2;

export type ModelCaller = (context: ModelContext, name: string, request: ModelRequest) => Promise<ModelAnswer>;

export type ModelDeps = {
  db: Db;
  log: Logger;
  metrics: Metrics;
  callTimeoutMs: number;
  lastWordMs: number;
  streamLimits: StreamLimits;
  /** The model that this machine runs itself. */
  local: ((modelId: string) => RemoteModel) | undefined;
  /** Reaches the providers of the installation. */
  fetch: typeof fetch;
  /** Reaches the addresses that organizations name. */
  guarded: typeof fetch;
  noteUse(orgId: string, connectionId: string): Promise<void>;
  lane: BatchLane & { forget(jobId: string, step: string): Promise<void> };
  /** The built-in model. */
  answerBaseline(
    request: ModelRequest,
    signal: AbortSignal,
  ): Promise<{ text: string; output: unknown; doubts?: string[] }>;
};

export function createModelCaller(deps: ModelDeps): ModelCaller {
  const ask: AskDeps = {
    gate: createGate(deps),
    models: createProviderModels(deps),
    metrics: createModelMetrics(deps.metrics),
    callTimeoutMs: deps.callTimeoutMs,
    lastWordMs: deps.lastWordMs,
    streamLimits: deps.streamLimits,
  };
  return async (context, asked, request) => {
    // Must run before the first await: names are numbered in call order.
    const name = context.uniqueName(asked);
    const links = linksOf(context.chain, request);
    const { resolve } = context.models.catalog;
    const { escalatedFrom } = request;
    const calledBy = (id: string, hop: Hop | undefined): string => (hop === undefined ? name : `${name}, by ${id}`);
    return followChain(resolve(request.model).id, links, {
      standsFor: escalatedFrom === undefined ? undefined : { insteadOf: escalatedFrom, reason: 'untrusted' },
      // An answer that an earlier attempt has paid is read again, whatever is left.
      isTooDear: (id, hop) =>
        !context.isRecorded?.(calledBy(id, hop)) && isTooDear(resolve(id), request, context.left?.()),
      async ask(id, hop, hasNext) {
        const model = resolve(id);
        checkRequest(model, request);
        if (model.provider?.own !== undefined) await useOwn(deps, context, model.provider.own);
        const called = calledBy(id, hop);
        if (hop !== undefined) ask.metrics.substituted(hop.reason);
        const route = { hop, hasSubstitute: hasNext };
        if (model.provider === undefined) return askBaseline(deps, context, called, request, route);
        const until = hop === undefined ? await findLane(deps, context, model.provider) : undefined;
        const lane = until === undefined ? undefined : { ...deps.lane, until };
        return converse(ask, context, called, request, model as ResolvedModel & { provider: Provider }, {
          ...route,
          lane,
        });
      },
    });
  };
}

/** Until when a call to this provider may wait for a batch. Undefined: it goes to the normal lane. */
async function findLane({ lane }: ModelDeps, context: ModelContext, provider: Provider): Promise<Date | undefined> {
  const until = await context.findLane?.();
  if (until === undefined || context.waitForLane === undefined || Date.now() >= until.getTime()) return undefined;
  return (await lane.has(provider)) ? until : undefined;
}

/** The policy of a connection holds for models as for everything else. */
async function useOwn(
  { noteUse }: ModelDeps,
  { agentId, findRequesterRoles }: ModelContext,
  { orgId, connectionId, name, policy }: OwnProvider,
): Promise<void> {
  try {
    const needsRoles = policy.roles !== undefined && findRequesterRoles !== undefined;
    refuseUser(policy, name, { agentId, ...(needsRoles && { roles: await findRequesterRoles() }) });
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error;
    throw new EngineFailure(error.message, { code: 'errand.connections.refused', cause: error });
  }
  await noteUse(orgId, connectionId);
}

function checkRequest({ id, entry, provider }: ResolvedModel, request: ModelRequest): void {
  if (request.outputSchema !== undefined) {
    const [problem] = findSchemaProblems(request.outputSchema);
    if (problem !== undefined)
      throw new EngineFailure(`The output schema cannot be used. ${problem}`, {
        code: 'errand.outputs.schema_unusable',
      });
  }
  if (provider?.protocol === 'local' && (request.tools?.length ?? 0) > 0)
    throw new EngineFailure(`The model '${id}' cannot use tools, which this agent needs.`, {
      code: 'errand.models.capability',
    });
  // For models outside the catalog, the provider decides which inputs it accepts. The built-in model reads the text
  // that comes with an image or file, and fails if there is none.
  if (provider !== undefined && entry !== undefined && !entry.capabilities.includes('image')) {
    const kind = request.prompt.find((part) => part.type !== 'text')?.type;
    if (kind !== undefined) {
      throw new EngineFailure(
        `The model '${id}' reads text only, but was given ${kind === 'image' ? 'an image' : 'a file'}.`,
        { code: 'errand.models.capability' },
      );
    }
  }
}

async function askBaseline(
  { answerBaseline }: ModelDeps,
  { step, signal }: ModelContext,
  name: string,
  request: ModelRequest,
  { hop }: Route,
): Promise<ModelAnswer> {
  const answer = await step(
    name,
    async (usage) => {
      usage.model = BASELINE;
      usage.route = toRoute(undefined, hop);
      usage.request = { model: BASELINE, ...describeCall({ prompt: firstMessages(request, PLAIN) }, { told: 0 }) };
      return answerBaseline(request, signal);
    },
    { kind: 'model' },
  );
  if (request.outputSchema !== undefined) {
    const [problem] = findValueProblems(request.outputSchema, answer.output);
    if (problem !== undefined) {
      const doubts = answer.doubts === undefined ? '' : ` ${answer.doubts.slice(0, 5).join(' ')}`;
      throw new EngineFailure(
        `The text does not contain what the output schema requires: ${describeProblem(problem)}.${doubts}`,
        { code: 'errand.outputs.schema_mismatch', found: answer.output },
      );
    }
  }
  return {
    ...answer,
    ...hop,
    model: BASELINE,
    answeredBy: [BASELINE],
    inputTokens: 0,
    outputTokens: 0,
    cost: 0,
    priceKnown: true,
    toolUses: [],
  };
}

async function converse(
  ask: AskDeps,
  context: ModelContext,
  name: string,
  request: ModelRequest,
  model: ResolvedModel & { provider: Provider },
  route: Route,
): Promise<ModelAnswer> {
  const { outputSchema, tools = [], stepsMax: turnsMax = TURNS_MAX } = request;
  const wrapped = outputSchema && wrapSchema(outputSchema);
  const options = callOptions(request, model, wrapped);
  const messages: Message[] = [...options.prompt];
  const marksCache = model.provider.protocol === 'anthropic';
  const total = { inputTokens: 0, outputTokens: 0, cost: 0, priceKnown: true };
  const toolUses: ToolUse[] = [];
  const answeredBy = new Set<string>();
  let repairs = 0;
  /** Number of messages that the steps of earlier turns have recorded, and what the last turn used. */
  let told = 0;
  let last: Reply['use'] | undefined;
  for (let turn = 1; ; turn += 1) {
    // The last turn must be an answer.
    const isLast = turn >= turnsMax;
    const offered = tools.length > 0 ? { toolChoice: { type: isLast ? 'none' : 'auto' } as const } : {};
    const reply = await askOnce(
      ask,
      context,
      stepName(name, turn),
      { ...options, ...offered, prompt: marksCache ? markForCache(messages, tools.length > 0) : messages },
      model,
      {
        told,
        last,
        ...(turn > 1 && { continues: stepName(name, turn - 1) }),
      },
      { ...route, openWords: route.lane === undefined ? openWords(context, request.stream, wrapped) : undefined },
    );
    told = messages.length;
    last = reply.use;
    count(total, reply, model);
    if (reply.answeredBy !== undefined) answeredBy.add(reply.answeredBy);
    const calls = toolCallsOf(reply);
    if (calls.length > 0 && !isLast) {
      const outcomes = await useTools(context, name, turn, calls, request);
      for (const { call, ...outcome } of outcomes) toolUses.push({ name: call.name, input: call.input, ...outcome });
      messages.push(assistantMessage(reply), toolMessage(outcomes));
      continue;
    }
    if (calls.length > 0)
      throw new EngineFailure(`${model.id} used tools in all ${turn} turns and gave no answer.`, {
        code: 'errand.models.no_answer',
      });
    refuseEnding(reply, model);
    const answer = {
      text: reply.text,
      output: undefined as unknown,
      model: model.id,
      ...route.hop,
      answeredBy: [...answeredBy],
      ...total,
      toolUses,
    };
    if (outputSchema === undefined || wrapped === undefined) return answer;
    const checked = readAnswer(reply.text, outputSchema, wrapped);
    if ('output' in checked) return { ...answer, output: checked.output };
    const problems = checked.problems.join(' ');
    if (repairs >= REPAIRS_MAX) {
      throw new EngineFailure(
        `The answer of ${model.id} does not fit the output schema after ${REPAIRS_MAX} corrections: ${problems}`,
        { code: 'errand.outputs.schema_mismatch', found: checked.found },
      );
    }
    repairs += 1;
    messages.push(
      assistantMessage(reply),
      userMessage(`This does not fit the JSON Schema. ${problems} Answer again, with the whole corrected JSON only.`),
    );
  }
}

/** Returns what begins the value of the output anew, for each try of a call that is streamed. */
function openWords(
  { openStream }: ModelContext,
  target: ModelRequest['stream'],
  wrapped: Wrapped | undefined,
): AskOptions['openWords'] {
  if (openStream === undefined || target === undefined) return undefined;
  const shape = { isJson: wrapped !== undefined, isWrapped: wrapped?.isWrapped ?? false };
  if ('items' in target) return () => createWords({}, shape, memberWords(target.items, takeItems(target.open())));
  return () => createWords(target, shape, openStream(target.key));
}

/** The built-in model gets its schema separately from the messages. */
const PLAIN = { schemaText: undefined, hasSystem: true };

const stepName = (name: string, turn: number): string => (turn === 1 ? name : `${name}, turn ${turn}`);

function callOptions(
  request: ModelRequest,
  { entry, provider }: ResolvedModel & { provider: Provider },
  wrapped: Wrapped | undefined,
): CallOptions {
  const isNative = wrapped !== undefined && (entry?.supports_json_schema ?? true);
  // Self-hosted servers may silently ignore the schema, so the prompt contains it too.
  const isTold = wrapped !== undefined && (!isNative || provider.protocol === 'openai-compatible');
  // Anthropic requires a limit. The library knows it only for Anthropic's own models; others would be cut off early.
  const tokensMax =
    request.outputTokensMax ?? (provider.protocol === 'anthropic' ? entry?.max_output_tokens : undefined);
  return {
    prompt: firstMessages(request, {
      schemaText: isTold ? describeSchema(wrapped.schema) : undefined,
      hasSystem: entry?.supports_system_message ?? true,
    }),
    ...(isNative && { responseFormat: { type: 'json', schema: wrapped.schema as never, name: 'output' } }),
    ...(request.tools && request.tools.length > 0 && { tools: describeTools(request.tools) }),
    ...(request.temperature !== undefined &&
      (entry?.supports_temperature ?? true) && { temperature: request.temperature }),
    ...(request.reasoningEffort !== undefined &&
      (entry?.supports_reasoning_effort ?? true) && { reasoning: request.reasoningEffort }),
    ...(tokensMax !== undefined && {
      maxOutputTokens: Math.min(tokensMax, entry?.max_output_tokens ?? Number.POSITIVE_INFINITY),
    }),
    // Strict mode accepts only schemas that require every member. Schemas of users need not.
    providerOptions: { openai: { strictJsonSchema: false }, [provider.id]: { strictJsonSchema: false } },
  };
}

function count(
  total: Pick<ModelAnswer, 'inputTokens' | 'outputTokens' | 'cost' | 'priceKnown'>,
  { use, lane }: Reply,
  { entry }: ResolvedModel,
): void {
  const price = priceOf(entry, use, lane);
  total.inputTokens += use.input;
  total.outputTokens += use.output;
  total.cost += price ?? 0;
  total.priceKnown &&= price !== undefined;
}

function refuseEnding({ finish, text }: Reply, { id }: ResolvedModel): void {
  if (finish === 'content-filter') {
    const words = text.trim().slice(0, 300);
    throw new ModelFailure('refusal', words === '' ? `${id} refused to answer.` : `${id} refused to answer: ${words}`, {
      code: 'errand.models.no_answer',
    });
  }
  if (finish === 'length')
    throw new ModelFailure('too_long', `The answer of ${id} was cut off at the model's output limit.`, {
      code: 'errand.models.no_answer',
    });
}
