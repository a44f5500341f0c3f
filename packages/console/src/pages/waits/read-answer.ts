import type { Wait } from '@errand/sdk';

/** The text of the form as an answer: JSON where a schema asks for it. */
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
