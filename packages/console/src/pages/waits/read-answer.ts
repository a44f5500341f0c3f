import type { Wait } from '@errand/sdk';

/** Reads the text of the form as an answer, or as JSON if there is a schema. */
export function readAnswer(
  { answer_schema: schema }: Pick<Wait, 'answer_schema'>,
  text: string,
): { answer?: unknown; problem?: string } {
  if (schema === null || schema === undefined) return { answer: text };
  try {
    return { answer: JSON.parse(text) };
  } catch {
    return { problem: 'This is not JSON.' };
  }
}
