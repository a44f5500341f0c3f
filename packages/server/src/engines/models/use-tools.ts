import { describeProblem, findValueProblems } from '@errand/json-schema/check-value.ts';
import { inSpan } from '#platform/tracing.ts';
import { type EngineContext, EngineFailure, type StepUsage } from '../engine/engine.ts';
import type { ModelRequest } from '../engine/model-call.ts';
import type { ToolCall, ToolOutcome } from './conversation.ts';

/** Runs the tool calls in order, one step each. The model gets the errors of tools. */
export async function useTools(
  { step, signal }: Pick<EngineContext, 'step' | 'signal'>,
  name: string,
  turn: number,
  calls: ToolCall[],
  { tools = [] }: ModelRequest,
): Promise<ToolOutcome[]> {
  const outcomes: ToolOutcome[] = [];
  for (const [index, call] of calls.entries()) {
    const tool = tools.find((one) => one.name === call.name);
    if (tool === undefined) {
      outcomes.push({ call, error: `Unknown tool '${call.name}'.` });
      continue;
    }
    const [problem] = findValueProblems(tool.inputSchema, call.input);
    if (problem !== undefined) {
      outcomes.push({ call, error: `The input does not fit: ${describeProblem(problem)}.` });
      continue;
    }
    const work = (usage: StepUsage): Promise<{ result: unknown } | { error: string }> => {
      usage.request = { tool: call.name, input: call.input };
      const mark = (): void => {
        if (tool.untrusted !== undefined) usage.untrusted = tool.untrusted;
      };
      const attributes = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': tool.name,
        'gen_ai.tool.call.id': call.id,
        'gen_ai.tool.type': 'function',
      };
      return inSpan(`execute_tool ${tool.name}`, { attributes }, () => tool.execute(call.input, { signal })).then(
        (result) => {
          mark();
          return { result };
        },
        (error: unknown) => {
          // Nothing was sent, so nothing came back.
          if (!isRefusal(error)) mark();
          return describeForModel(error);
        },
      );
    };
    outcomes.push({ call, ...(await step(`${name}, ${tool.name} ${turn}.${index + 1}`, work, { kind: 'tool' })) });
  }
  return outcomes;
}

const isRefusal = (error: unknown): boolean =>
  error instanceof EngineFailure && error.code === 'errand.connections.refused';

/** Records errors as outcomes, so that every attempt continues the same conversation. */
function describeForModel(error: unknown): { error: string } {
  if (!(error instanceof EngineFailure) || error.retry || error.postponeSeconds !== undefined) throw error;
  return { error: error.message };
}
