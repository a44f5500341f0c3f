// Words after a number that multiply it: "2.5 million", "48k".

const scales: [RegExp, number][] = [
  [/^\s?(?:trillion|billionen)\b/i, 1e12],
  [/^\s?(?:billions?|bn|milliarden?|milliards?|mil millones|miliardi|mrd)\b/i, 1e9],
  [/^\s?(?:millions?|mio|mln|millionen|millones|milioni|milhões|miljoen|mn)\b/i, 1e6],
  [/^\s?(?:m|M)(?![\p{L}\d²³])/u, 1e6],
  [/^\s?(?:thousand|tausend|tsd|mille|mil|mila|duizend)\b/i, 1e3],
  [/^(?:k|K)(?![\p{L}\d])/u, 1e3],
  [/^\s?(?:lakh|lac)s?\b/i, 1e5],
  [/^\s?crores?\b/i, 1e7],
];

/** Returns what the words after a number multiply it by, or undefined. */
export const scaleAfter = (after: string): number | undefined => scales.find(([pattern]) => pattern.test(after))?.[1];

/** Returns every reading of digits with separators. "1.234" can be 1234 or 1.234. */
export function readings(text: string): number[] {
  const plain = text.replace(/[ \u00a0\u2009\u202f'’]/g, '');
  const points = (plain.match(/\./g) ?? []).length;
  const commas = (plain.match(/,/g) ?? []).length;
  const decimalAt = (mark: string): number => {
    const at = plain.lastIndexOf(mark);
    return Number(`${plain.slice(0, at).replace(/[.,]/g, '')}.${plain.slice(at + 1)}`);
  };
  const whole = Number(plain.replace(/[.,]/g, ''));
  if (points + commas === 0) return [whole];
  if (points > 0 && commas > 0)
    return [plain.lastIndexOf('.') > plain.lastIndexOf(',') ? decimalAt('.') : decimalAt(',')];
  if (points + commas > 1) return [whole];
  const mark = points === 1 ? '.' : ',';
  const decimals = plain.length - plain.lastIndexOf(mark) - 1;
  return decimals === 3 && !/^0/.test(plain) ? [whole, decimalAt(mark)] : [decimalAt(mark)];
}
