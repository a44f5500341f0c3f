import { EngineAnswer } from '@errand/contract/engines.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Static } from 'typebox';
import { JsonError, parseUntrustedJson } from '#platform/json.ts';
import { EngineFailure, type EngineOutput, type StepUsage } from '../engine/engine.ts';

// Reads the response of a remote agent, immediate or by callback: outputs or an error.

export type RemoteAnswer = Static<typeof EngineAnswer>;

let validate: ValidateFunction | undefined;

export function readAnswer(text: string): RemoteAnswer {
  let value: unknown;
  try {
    value = parseUntrustedJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new EngineFailure(`The response of the remote agent is not JSON. ${error.message}`, {
      code: 'errand.remote_agents.bad_answer',
    });
  }
  validate ??= new Ajv2020({ strict: false, validateSchema: false }).compile(EngineAnswer);
  if (!validate(value)) {
    const problem = validate.errors![0]!;
    const where = problem.instancePath === '' ? 'it' : problem.instancePath;
    throw new EngineFailure(
      `The response of the remote agent does not fit the protocol: ${where} ${problem.message}.`,
      { code: 'errand.remote_agents.bad_answer' },
    );
  }
  return value as RemoteAnswer;
}

/** Records the usage of the remote agent and returns its outputs. An error from it ends the job. */
export function useAnswer(answer: RemoteAnswer, usage: StepUsage): EngineOutput[] {
  const { outputs, error } = answer;
  noteUsage(answer, usage);
  if (error !== undefined)
    throw new EngineFailure(error.message, { code: 'errand.remote_agents.failed', retry: error.retry ?? false });
  if (outputs === undefined)
    throw new EngineFailure('The response of the remote agent has neither outputs nor an error.', {
      code: 'errand.remote_agents.bad_answer',
    });
  return outputs;
}

export function noteUsage({ usage: used }: RemoteAnswer, usage: StepUsage): void {
  if (used?.model !== undefined) usage.model = used.model;
  if (used?.input_tokens !== undefined) usage.inputTokens = used.input_tokens;
  if (used?.output_tokens !== undefined) usage.outputTokens = used.output_tokens;
  if (used?.cost !== undefined) usage.cost = used.cost;
}
