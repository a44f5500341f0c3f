import { invalidFields } from '#platform/errors.ts';

/**
 * A timestamp whose form the schema has checked: offsets and seconds can still be ones that do not exist. What is kept
 * has milliseconds, so a lower bound between two of them is the later one: who asks for what came a microsecond after
 * the last entry must not get that entry again.
 */
export function readMoment(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalidFields({ [field]: ['Not a date that exists.'] });
  if (field.endsWith('_from') && /\.\d{3}\d*[1-9]/.test(text)) moment.setTime(moment.getTime() + 1);
  return moment;
}
