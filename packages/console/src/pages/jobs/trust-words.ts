import type { FieldTrust, Trust } from '@errand/sdk';
import { counted, plural } from '../../design/plural.ts';

// Texts about the trust of values on the job page.

export const statusWords: Record<FieldTrust['status'], string> = {
  found: 'Found',
  derived: 'Derived',
  unsupported: 'Not supported',
  not_found: 'Not found',
  absent: 'Absent',
};

export const statusTones: Record<FieldTrust['status'], 'positive' | 'accent' | 'danger' | 'warning' | 'neutral'> = {
  found: 'positive',
  derived: 'accent',
  unsupported: 'danger',
  not_found: 'warning',
  absent: 'neutral',
};

/** Describes a pointer such as `/items/0/price` in words. */
export const fieldWords = (pointer: string): string =>
  pointer === ''
    ? 'Value'
    : pointer
        .replace(/^\//, '')
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
        .join(' › ');

/** Describes the place of a value in the terms of its format. */
export function placeWords({
  file,
  page,
  sheet,
  cell,
  slide,
  paragraph,
  line,
}: Omit<FieldTrust, 'field' | 'status' | 'confidence'>): string {
  const at =
    page !== undefined
      ? `page ${page}`
      : cell !== undefined
        ? [sheet, cell].filter(Boolean).join('!')
        : slide !== undefined
          ? `slide ${slide}`
          : paragraph !== undefined
            ? `paragraph ${paragraph}`
            : line !== undefined
              ? `line ${line}`
              : '';
  return [file, at].filter(Boolean).join(', ');
}

/** Sorts doubtful values first, then in the order of the output. */
export const byTrust = (fields: FieldTrust[]): FieldTrust[] =>
  [...fields].sort((one, other) => weight(one) - weight(other));

const weight = (field: FieldTrust): number =>
  field.status === 'unsupported' ? 0 : isDoubtful(field) ? 1 : field.status === 'absent' ? 3 : 2;

/** Whether somebody should look at it: a value without support, or anything that is not sure, missing ones too. */
export const isDoubtful = ({ status, confidence }: FieldTrust): boolean => status === 'unsupported' || confidence < 0.8;

const measuredMin = 20;

/** Whether too few values of the kind were measured for the confidence to be more than an estimate. */
export const isEstimated = ({ measured = measuredMin }: FieldTrust): boolean => measured < measuredMin;

export const measuredWords = ({ measured = 0 }: FieldTrust): string =>
  measured === 0
    ? 'no such value was measured'
    : `${counted(measured, 'such value')} ${plural(measured, 'was', 'were')} measured`;

/** Returns a sentence per file that was not read completely. */
export const unreadWords = ({ coverage }: Trust): string[] =>
  coverage.files.flatMap(({ file, note }) => (note === null ? [] : [`${file}: ${note}`]));

/** Lists the candidates for a field, each with its place. */
export const candidateWords = ({ candidates = [] }: FieldTrust): string[] =>
  candidates.map((one) =>
    [[`“${one.text ?? ''}”`, placeWords(one)].filter(Boolean).join(', '), one.why_not].filter(Boolean).join(': '),
  );

/** Summarizes what the marks say, and no more: a derived value follows from the source by somebody's reading of it. */
export function supportWords(fields: readonly FieldTrust[], doubtful: number): string {
  const count = (wanted: FieldTrust['status']): number => fields.filter(({ status }) => status === wanted).length;
  const [found, derived] = [count('found'), count('derived')];
  const [absent, unfound] = [count('absent'), count('not_found')];
  if (doubtful > 0) return `${doubtful} of ${values(fields.length)} ${plural(doubtful, 'is', 'are')} doubtful.`;
  if (absent === fields.length) return 'The source has none of these values.';
  if (absent + unfound === fields.length) return 'None of these values was found in the source.';
  return [
    found === fields.length
      ? 'Every value stands in the source.'
      : `${found} of ${values(fields.length)} ${plural(found, 'stands', 'stand')} in the source.`,
    derived > 0 && `${counted(derived, 'is', 'are')} derived from it: check the meaning.`,
    absent > 0 && `${counted(absent, 'is', 'are')} not in it.`,
    unfound > 0 && `${counted(unfound, 'was', 'were')} not found.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const values = (count: number): string => `${counted(count, 'value')}`;
