import { type Answer, answerQuestion } from '@errand/baseline/answer.ts';
import { checkValue as checkByRules, similarity as compareTexts } from '@errand/baseline/baseline.ts';
import { BaselineFailure } from '@errand/baseline/limits/failure.ts';
import type { CheckRequest } from '@errand/baseline/trust/check-value.ts';
import type { Mark } from '@errand/baseline/trust/model.ts';
import { EngineFailure } from '../engine/engine.ts';
import type { ModelRequest } from '../engine/model-call.ts';

// The built-in model for engines. Its refusals end the job with a message for the owner.

export function answerBaseline(request: ModelRequest, signal?: AbortSignal): Promise<Answer> {
  return toEngineFailure(answerQuestion(request, signal));
}

/** Returns how close each text is to the query in meaning, from 0 to 1. */
export function similarity(query: string, texts: string[], options?: { signal?: AbortSignal }): Promise<number[]> {
  return toEngineFailure(compareTexts(query, texts, options));
}

/** Returns how far the texts support each value of an answer. */
export function checkValue(request: CheckRequest, options?: { signal?: AbortSignal }): Promise<Mark[]> {
  return toEngineFailure(checkByRules(request, options));
}

async function toEngineFailure<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof BaselineFailure
      ? new EngineFailure(error.message, { code: 'errand.models.capability', cause: error })
      : error;
  }
}
