import { invalidFields } from '#platform/errors.ts';

/**
 * Reads a timestamp whose form the schema has checked; its offset or seconds may still be out of range. Shown times
 * have milliseconds, so a lower bound between two of them is rounded up: a request for entries from a microsecond after
 * the last one must not return that one again.
 */
export function readMoment(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalidFields({ [field]: ['Must be a date that exists.'] });
  if (field.endsWith('_from') && /\.\d{3}\d*[1-9]/.test(text)) moment.setTime(moment.getTime() + 1);
  return moment;
}
