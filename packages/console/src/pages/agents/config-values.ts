import type { Schema } from './schema-model.ts';

/** Whether the value may refer to inputs. */
export const isTemplate = (value: unknown): boolean => typeof value === 'string' && value.includes('$');

/** Keeps text that is not a number, because it may refer to an input. */
export function readNumber(text: string): unknown {
  if (text.trim() === '') return undefined;
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** Aliases of another key are only shown if they are used. */
export const isAlias = ({ description }: Schema): boolean =>
  typeof description === 'string' && /^Another name for/.test(description);
