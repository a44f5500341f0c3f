import type { Trigger } from '@errand/sdk';

/** Reads a condition. Null for an empty text. */
export function readCondition(text: string): Trigger['condition'] {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text) as Trigger['condition'];
  } catch {
    throw new Error('The condition must be a JSON list.');
  }
}
