import type { Trigger } from '@errand/sdk';

/** The condition as it was written; nothing for an empty text. */
export function readCondition(text: string): Trigger['condition'] {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as Trigger['condition'];
  } catch {
    throw new Error('The condition must be a JSON list.');
  }
}
