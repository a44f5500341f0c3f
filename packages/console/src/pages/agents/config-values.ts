import type { Schema } from './schema-model.ts';

/** Whether the value may name inputs. */
export const isTemplate = (value: unknown): boolean => typeof value === 'string' && value.includes('$');

/** Text that is no number is kept: it may name an input. */
export function readNumber(text: string): unknown {
  if (text.trim() === '') return undefined;
  return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}

/** Second names of another key are only shown where they are in use. */
export const isAlias = ({ description }: Schema): boolean =>
  typeof description === 'string' && /^Another name for/.test(description);
