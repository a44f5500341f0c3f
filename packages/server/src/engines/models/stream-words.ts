import { parseJson } from '#platform/json.ts';
import type { StreamTarget } from '../engine/model-call.ts';
import { memberWords, type Words } from './stream-member.ts';

// Turns the text of a model, while it comes in, into the beginning of the output's value: JSON is written as the service
// stores it, without white space and with canonical escapes; a text becomes the member of an object. The last bracket is
// held back, because engines may add members.

export function createWords(
  target: Partial<StreamTarget>,
  shape: { isJson: boolean; isWrapped: boolean },
  emit: Words,
): Words {
  if (!shape.isJson) return textWords(target, emit);
  return jsonWords(shape.isWrapped, target.only === undefined ? emit : memberWords(target.only, emit));
}

/** `{"answer":"…`, with the white space at both ends left out if the engine trims it. */
function textWords({ member, trims = false }: Partial<StreamTarget>, emit: Words): Words {
  let held = '';
  let hasBegun = false;
  return (text) => {
    held += text;
    if (trims && !hasBegun) held = held.trimStart();
    const kept = /[\ud800-\udbff]$/.test(held) ? held.slice(0, -1) : held;
    const ready = trims ? kept.trimEnd() : kept;
    if (ready === '') return;
    held = held.slice(ready.length);
    const before = hasBegun || member === undefined ? '' : `{${JSON.stringify(member)}:"`;
    hasBegun = true;
    emit(member === undefined ? ready : before + inner(ready));
  };
}

const inner = (text: string): string => JSON.stringify(text).slice(1, -1);

const ESCAPES: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

type Token = { kind: 'string' | 'plain'; text: string; escape: string; isKey: boolean };

/** Reads a character of a string. Returns whether it ends the string. */
function readChar(own: Token, char: string): boolean {
  if (own.escape !== '') {
    own.escape += char;
    if (own.escape[1] !== 'u') own.text += ESCAPES[char] ?? char;
    else if (own.escape.length < 6) return false;
    else own.text += String.fromCharCode(Number.parseInt(own.escape.slice(2), 16));
    own.escape = '';
  } else if (char === '\\') own.escape = char;
  else if (char === '"') return true;
  else own.text += char;
  return false;
}

/** A number or word as JSON writes it, or as it is. */
function canonical(text: string): string {
  try {
    return JSON.stringify(parseJson(text));
  } catch {
    return text;
  }
}

function jsonWords(isWrapped: boolean, emit: Words): Words {
  const stack: string[] = [];
  let depth = 0;
  let isOver = false;
  /** What has been read of the string or the plain value in progress. */
  let token: Token | undefined;
  let expectsKey = false;
  /** Of a wrapped value: whether its wrapper was read, and whether this text belongs to the value. */
  let wrapper: 'open' | 'inside' | 'none' = isWrapped ? 'open' : 'none';
  let out = '';

  function put(text: string): void {
    if (wrapper !== 'open') out += text;
  }

  function endPlain(): void {
    if (token?.kind !== 'plain') return;
    put(canonical(token.text));
    token = undefined;
  }

  function endString(): void {
    const { text, isKey } = token!;
    token = undefined;
    if (!isKey) put(`${inner(text)}"`);
    else if (wrapper !== 'open') put(`"${inner(text)}"`);
    else if (text !== 'result') {
      // The model left the wrapper out.
      wrapper = 'none';
      put(`{"${inner(text)}"`);
    }
  }

  function open(char: string): void {
    depth += 1;
    expectsKey = char === '{';
    stack.push(char);
    if (!(wrapper === 'open' && depth === 1)) put(char);
  }

  function close(char: string): void {
    endPlain();
    depth -= 1;
    stack.pop();
    // Below this depth only the wrapper is left.
    if (depth <= (wrapper === 'inside' ? 1 : 0)) isOver = true;
    else put(char);
  }

  function separate(): void {
    endPlain();
    if (depth === 1 && wrapper === 'inside') {
      isOver = true;
      return;
    }
    expectsKey = stack.at(-1) === '{';
    put(',');
  }

  function readMark(char: string): void {
    if (char === '{' || char === '[') open(char);
    else if (char === '}' || char === ']') close(char);
    else if (char === ',') separate();
    else if (char === ':') {
      expectsKey = false;
      if (wrapper === 'open') wrapper = 'inside';
      else put(char);
    } else if (char === '"') {
      token = { kind: 'string', text: '', escape: '', isKey: expectsKey };
      if (!expectsKey) put('"');
    } else if (/\s/.test(char)) endPlain();
    else {
      token ??= { kind: 'plain', text: '', escape: '', isKey: false };
      token.text += char;
    }
  }

  /** A string is passed on while it grows. Half of a surrogate pair waits for the other. */
  function putGrown(): void {
    if (token?.kind !== 'string' || token.isKey) return;
    const ready = /[\ud800-\udbff]$/.test(token.text) ? token.text.slice(0, -1) : token.text;
    put(inner(ready));
    token.text = token.text.slice(ready.length);
  }

  return (text) => {
    for (const char of text) {
      if (isOver) break;
      // Models often put a code fence or a sentence before the JSON.
      if (depth === 0 && char !== '{' && char !== '[') continue;
      if (token?.kind !== 'string') readMark(char);
      else if (readChar(token, char)) endString();
    }
    putGrown();
    if (out !== '') emit(out);
    out = '';
  };
}
