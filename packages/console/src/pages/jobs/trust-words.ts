import type { FieldTrust, Trust } from '@errand/sdk';

// Marks of values in the words of the job page.

export const statusWords: Record<FieldTrust['status'], string> = {
  found: 'Found',
  derived: 'Derived',
  unsupported: 'Not supported',
  absent: 'Absent',
};

export const statusTones: Record<FieldTrust['status'], 'positive' | 'accent' | 'danger' | 'neutral'> = {
  found: 'positive',
  derived: 'accent',
  unsupported: 'danger',
  absent: 'neutral',
};

/** `/items/0/price` as people say it. */
export const fieldWords = (pointer: string): string =>
  pointer === ''
    ? 'Value'
    : pointer
        .slice(1)
        .split('/')
        .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
        .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : part))
        .join(' › ');

/** Where a value stands, in the terms of its format. */
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

/** What is worth a look first, then the order of the output. */
export const byTrust = (fields: FieldTrust[]): FieldTrust[] =>
  [...fields].sort((one, other) => weight(one) - weight(other));

const weight = ({ status, confidence }: FieldTrust): number =>
  status === 'unsupported' ? 0 : status === 'absent' ? 3 : confidence < 0.8 ? 1 : 2;

/** What was not read, one sentence a file; empty when everything was. */
export const unreadWords = ({ coverage }: Trust): string[] =>
  coverage.files.flatMap(({ file, note }) => (note === null ? [] : [`${file}: ${note}`]));

/** Values that contend for a field, each with where it stands. */
export const candidateWords = ({ candidates = [] }: FieldTrust): string[] =>
  candidates.map((one) => [`“${one.text ?? ''}”`, placeWords(one)].filter(Boolean).join(', '));

/** What the values as a whole are worth. */
export function supportWords(fields: readonly FieldTrust[], doubtful: number): string {
  const absent = fields.filter(({ status }) => status === 'absent').length;
  if (doubtful > 0) return `${doubtful} of ${fields.length} values are doubtful.`;
  if (absent === fields.length) return 'The source has none of these values.';
  return absent === 0
    ? 'The source supports every value.'
    : `The source supports every value but ${absent}, which it does not have.`;
}
