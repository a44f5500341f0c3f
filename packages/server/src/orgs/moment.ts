import { invalidFields } from '#platform/errors.ts';

/** A timestamp whose form the schema has checked: offsets and seconds can still be ones that do not exist. */
export function readMoment(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const moment = new Date(text);
  if (Number.isNaN(moment.getTime())) throw invalidFields({ [field]: ['Not a date that exists.'] });
  return moment;
}
