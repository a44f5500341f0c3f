import { RE2JS } from 're2js';

// Matches users' patterns in time linear in the text, so that no pattern can stall the process. Patterns that need more
// (lookaround, backreferences) are refused with the schema.

const PATTERN_CHARACTERS_MAX = 1_000;
/** Limited because repetitions multiply: `(a{1,1000}){1,1000}` would fill the memory. */
const REPEAT_MAX = 1_000;

/** Cache of compiled patterns, oldest first, because the same few schemas are checked over and over. */
const compiled = new Map<string, RE2JS>();
const COMPILED_MAX = 500;

/** Returns why the pattern cannot be used, in one sentence. */
export function findPatternProblem(pattern: string): string | undefined {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return `is longer than ${PATTERN_CHARACTERS_MAX} characters`;
  let product = 1;
  for (const [, low, high] of pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    product *= Math.max(1, Number(high || low));
    if (product > REPEAT_MAX) return `repeats more than ${REPEAT_MAX} times`;
  }
  try {
    compile(pattern);
    return undefined;
  } catch {
    return 'is not a valid pattern. Lookaround and backreferences are not supported';
  }
}

export function matchesPattern(pattern: string, text: string): boolean {
  return compile(pattern).matcher(text).find();
}

function compile(pattern: string): RE2JS {
  let regex = compiled.get(pattern);
  if (regex === undefined) {
    // Translates JavaScript syntax, such as \u0041 and (?<name>…).
    regex = RE2JS.compile(widenBlanks(RE2JS.translateRegExp(pattern)));
    if (compiled.size >= COMPILED_MAX) compiled.delete(compiled.keys().next().value!);
    compiled.set(pattern, regex);
  }
  return regex;
}

/** The white space of `\s` in JavaScript: Unicode spaces, line ends and the byte order mark. RE2 only has ASCII. */
const BLANKS = '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
const OTHERS =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}!-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}';

function widenBlanks(pattern: string): string {
  let inClass = false;
  return pattern.replace(/\\[\s\S]|[[\]]/g, (part) => {
    if (part === '\\s' || part === '\\S') {
      const set = part === '\\s' ? BLANKS : OTHERS;
      return inClass ? set : `[${set}]`;
    }
    if (part === '[') inClass = true;
    else if (part === ']') inClass = false;
    return part;
  });
}
