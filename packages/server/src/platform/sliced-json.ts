import { checkJson, checkText, parseJson } from './json.ts';
import { createShapeScan, type JsonBounds, JsonError } from './json-shape.ts';

// Parses large untrusted texts in slices. A text of some megabytes would keep the main thread from everybody else while
// it is parsed; here others get their turn every few milliseconds. What it accepts and returns is what parseUntrustedJson
// does: containers that are long are put together from parts, and each part is parsed and checked by the same functions.

/** Texts from this length on are worth it. */
export const SLICED_FROM = 64 * 1024;
/** Up to this length, a part is parsed at once: at most some thousand new names, which take 3 ms. */
const PART = 16 * 1024;
/** A long text is copied more than it is parsed. */
const STRING_PART = 512 * 1024;
const SCAN = 128 * 1024;
const TURN_MS = 4;

/** Runs one slice of the work; whoever pays for the time measures it here. */
export type Slice = <T>(work: () => T) => T;

export async function parseInSlices(
  text: string,
  bounds: JsonBounds,
  slice: Slice = (work) => work(),
): Promise<unknown> {
  const turns = createTurns(slice);
  const long = new Map<number, number>();
  const scan = createShapeScan(text, bounds, { longAt: PART, note: (from, to) => void long.set(from, to) });
  for (let end = SCAN; ; end += SCAN) {
    await turns.take(() => scan.to(Math.min(end, text.length)));
    if (end >= text.length) break;
  }
  if (scan.isOpen()) throw new JsonError(NOT_JSON);
  return createReader(text, long, turns).readRoot();
}

type Turns = { take<T>(work: () => T): Promise<T> };

/** Lets others go first when a turn has lasted for some milliseconds. */
function createTurns(slice: Slice): Turns {
  let startedAt = performance.now();
  return {
    async take(work) {
      if (performance.now() - startedAt >= TURN_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        startedAt = performance.now();
      }
      return slice(work);
    },
  };
}

const NOT_JSON = 'Could not be read as JSON.';
const BLANK = /^[ \t\n\r]*$/;
const WHITE = new Set([0x20, 0x09, 0x0a, 0x0d]);

/** Parses a part that is short, or has no long containers to take apart. */
function parsePart(part: string): unknown {
  let value: unknown;
  try {
    value = parseJson(part);
  } catch {
    throw new JsonError(NOT_JSON);
  }
  checkJson(value);
  return value;
}

function createReader(text: string, long: Map<number, number>, turns: Turns) {
  async function readRoot(): Promise<unknown> {
    const from = skipBlank(0);
    const to = long.get(from);
    if (to === undefined) return turns.take(() => parsePart(text));
    if (!BLANK.test(text.slice(to + 1))) throw new JsonError(NOT_JSON);
    return readLong(from, to);
  }

  function skipBlank(at: number): number {
    let place = at;
    while (WHITE.has(text.charCodeAt(place))) place += 1;
    return place;
  }

  const readLong = (from: number, to: number): Promise<unknown> =>
    text[from] === '"' ? readLongString(from + 1, to) : readLongContainer(from, to);

  async function readLongContainer(from: number, to: number): Promise<unknown> {
    const isList = text[from] === '[';
    if (text[to] !== (isList ? ']' : '}')) throw new JsonError(NOT_JSON);
    const target = isList ? createList() : createObject();
    /** Where what is not taken yet begins. */
    let taken = from + 1;
    let depth = 0;
    let afterComma = false;
    let at = from + 1;

    async function take(end: number): Promise<void> {
      const part = text.slice(taken, end);
      await turns.take(() => target.add(parsePart(target.enclose(part))));
    }

    /** The last string, which is the name of the long value that follows it. */
    let [nameFrom, nameTo] = [0, 0];
    for (let rest = at + SCAN; at < to; ) {
      if (at > rest) {
        await turns.take(() => undefined);
        rest = at + SCAN;
      }
      const code = text.charCodeAt(at);
      const longTo = long.get(at);
      if (longTo !== undefined && depth === 0 && text[skipBlank(longTo + 1)] !== ':') {
        // A placeholder stands for the long value, so that the parser judges what stands before it.
        const part = `${text.slice(taken, at)}null`;
        await turns.take(() => target.add(parsePart(target.enclose(part))));
        target.replaceLast(await readLong(at, longTo), text.slice(nameFrom, nameTo));
        const next = skipBlank(longTo + 1);
        afterComma = next < to;
        if (next > to || (afterComma && text[next] !== ',')) throw new JsonError(NOT_JSON);
        at = next + 1;
        taken = at;
      } else if (code === 0x22) {
        nameFrom = at;
        nameTo = (longTo ?? endOfString(at)) + 1;
        at = nameTo;
      } else {
        if (code === 0x5b || code === 0x7b) depth += 1;
        else if (code === 0x5d || code === 0x7d) depth -= 1;
        else if (code === 0x2c && depth === 0 && at - taken >= PART) {
          if (BLANK.test(text.slice(taken, at))) throw new JsonError(NOT_JSON);
          await take(at);
          afterComma = true;
          taken = at + 1;
        }
        at += 1;
      }
    }
    if (taken > to) return target.value;
    if (afterComma && BLANK.test(text.slice(taken, to))) throw new JsonError(NOT_JSON);
    await take(to);
    return target.value;
  }

  function endOfString(from: number): number {
    let at = from + 1;
    for (; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x22) return at;
      if (code === 0x5c) at += 1;
    }
    return at;
  }

  async function readLongString(from: number, to: number): Promise<string> {
    const parts: string[] = [];
    for (let at = from; at < to; ) {
      const end = at + STRING_PART >= to ? to : afterEscape(text, at, at + STRING_PART);
      parts.push(await turns.take(() => parseJsonText(text.slice(at, end))));
      at = end;
    }
    return turns.take(() => {
      const whole = parts.join('');
      checkText(whole);
      return whole;
    });
  }
  return { readRoot };
}

function parseJsonText(part: string): string {
  try {
    return JSON.parse(`"${part}"`) as string;
  } catch {
    throw new JsonError(NOT_JSON);
  }
}

/** Returns the first place from `at` on that is not within an escape sequence. */
function afterEscape(text: string, from: number, at: number): number {
  for (let start = at - 1; start >= Math.max(from, at - 5); start -= 1) {
    if (text.charCodeAt(start) !== 0x5c) continue;
    let first = start;
    while (first > from && text.charCodeAt(first - 1) === 0x5c) first -= 1;
    // In a row of backslashes, every second one is escaped by the one before it.
    if ((start - first) % 2 === 1) return at;
    const end = start + (text[start + 1] === 'u' ? 6 : 2);
    return Math.max(at, end);
  }
  return at;
}

type Target = {
  value: unknown;
  enclose(part: string): string;
  add(parsed: unknown): void;
  /** Replaces what was added last, which has this name, as it is written, if it has one. */
  replaceLast(value: unknown, name: string): void;
};

function createList(): Target {
  const value: unknown[] = [];
  return {
    value,
    enclose: (part) => `[${part}]`,
    add(parsed) {
      for (const item of parsed as unknown[]) value.push(item);
    },
    replaceLast(item) {
      value[value.length - 1] = item;
    },
  };
}

function createObject(): Target {
  const value: Record<string, unknown> = {};
  return {
    value,
    enclose: (part) => `{${part}}`,
    add: (parsed) => void Object.assign(value, parsed),
    replaceLast(item, name) {
      value[JSON.parse(name) as string] = item;
    },
  };
}
