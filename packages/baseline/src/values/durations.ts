const UNITS: [RegExp, string, boolean][] = [
  [/(\d+) ?(?:years?|yrs?)\b/i, 'Y', false],
  [/(\d+) ?months?\b/i, 'M', false],
  [/(\d+) ?weeks?\b/i, 'W', false],
  [/(\d+) ?(?:days?|d)\b/i, 'D', false],
  [/(\d+) ?(?:hours?|hrs?|h)(?![a-z])/i, 'H', true],
  [/(\d+) ?(?:minutes?|mins?|m)(?![a-z])/i, 'M', true],
  [/(\d+) ?(?:seconds?|secs?|s)(?![a-z])/i, 'S', true],
];

/** Converts `2 hours 30 minutes` to ISO 8601: PT2H30M. Weeks cannot be combined there, so they become days. */
export function toDuration(text: string): string | undefined {
  if (/^P(?=.)/.test(text)) return text;
  let date = '';
  let time = '';
  let days = 0;
  for (const [pattern, letter, isTime] of UNITS) {
    const count = pattern.exec(text)?.[1];
    if (count === undefined) continue;
    if (letter === 'W') days += 7 * Number(count);
    else if (letter === 'D') days += Number(count);
    else if (isTime) time += `${count}${letter}`;
    else date += `${count}${letter}`;
  }
  if (days > 0) date += `${days}D`;
  return date === '' && time === '' ? undefined : `P${date}${time === '' ? '' : `T${time}`}`;
}
