// Splits texts into the words that the baseline compares, without endings and stop words.

const EMPTY = new Set(
  `a about above after all also an and any are as at be been before being below between both but by can case contain
  could did do does during each either every few for from further had has have having he her here him his how i if in
  include into is it its itself just like may me might more most must my no nor not of off on once one only or other our
  out over own part per same she should so some such than that the their them then there these they this those through
  to too under until up use very was we were what when where which while who whom why will with within without would you
  your rule policy item listing product offer offered offering customer client merchant account transaction user shop
  show shown state involve involving related relating possible known given made make used using new`.split(/\s+/),
);

/** Returns the significant words of a text, in order and with repetitions. */
export function wordsOf(text: string): string[] {
  return [
    ...text
      .normalize('NFKC')
      .toLowerCase()
      .matchAll(/[\p{L}\p{N}]+/gu),
  ]
    .map(([word]) => word)
    .filter((word) => word.length > 1 && !EMPTY.has(word))
    .map(stem);
}

/** A rough stemmer, enough for "weapons" and "weapon", "deposits" and "deposited". */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 6 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 5 && word.endsWith('ed')) return word.slice(0, -2);
  if (word.length > 4 && /(s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
