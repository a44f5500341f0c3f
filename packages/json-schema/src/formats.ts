import { fullFormats } from 'ajv-formats/dist/formats.js';

// Checks formats with a clear definition and ignores all others. The expressions are those of ajv-formats. None of them
// can be slow on texts of this length.

const CHECKED = ['date', 'time', 'date-time', 'duration', 'email', 'ipv4', 'ipv6', 'uri', 'uuid'] as const;
/** Longer than any valid text of these formats. */
const CHARACTERS_MAX = 4_096;

const examples: Record<string, string> = {
  date: ' like 2026-05-31',
  time: ' like 14:30:00Z',
  'date-time': ' like 2026-05-31T14:30:00Z',
  duration: ' like PT2H30M',
};

/** Returns why the text does not have the format, or undefined if it does or the format is not checked. */
export function formatProblem(format: string, text: string): string | undefined {
  if (!(CHECKED as readonly string[]).includes(format)) return undefined;
  const checker = fullFormats[format as (typeof CHECKED)[number]];
  return text.length <= CHARACTERS_MAX && fits(checker, text)
    ? undefined
    : `is not ${/^[ei]/.test(format) ? 'an' : 'a'} ${format}${examples[format] ?? ''}`;
}

function fits(checker: unknown, text: string): boolean {
  if (checker instanceof RegExp) return checker.test(text);
  if (typeof checker === 'function') return Boolean(checker(text));
  const { validate } = checker as { validate: unknown };
  return fits(validate, text);
}
