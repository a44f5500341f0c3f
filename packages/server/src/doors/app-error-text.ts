import type { AppError } from '#platform/errors.ts';

/** Returns the public text of an AppError, whatever its shape. */
export function appErrorText({ message, options: { messages, fields } }: AppError): string {
  if (messages !== undefined) return messages.join(' ');
  if (fields === undefined) return message;
  return Object.entries(fields)
    .map(([name, texts]) => `${name}: ${[texts].flat().join(' ')}`)
    .join(' ');
}
