import { limits } from './limits.ts';

// Looks at the shape of a JSON text without parsing it: how deep, how many members, names, containers and values. Runs
// before the parser, which some megabytes of brackets or short members would block for seconds, and with it all other
// requests. It can stop anywhere and go on later.

/** A text that is no JSON, or none that can be stored. Its message is public. */
export class JsonError extends Error {}

/** How many members, different names of members, objects and lists, and values a text may have. */
export type JsonBounds = { members: number; names: number; containers: number; values: number };

export type ShapeScan = {
  /** Looks at the text up to this place. */
  to(end: number): void;
  /** Whether a string or container is still open. */
  isOpen(): boolean;
};

type Long = {
  longAt: number /** Told where each long container and string begins and ends. */;
  note(from: number, to: number): void;
};

export function createShapeScan(
  text: string,
  bounds: JsonBounds,
  { longAt, note }: Long = { longAt: Number.POSITIVE_INFINITY, note: () => undefined },
): ShapeScan {
  let at = 0;
  let containers = 0;
  let members = 0;
  let values = 0;
  const names = new Set<string>();
  /** Where the open containers begin. */
  const open: number[] = [];
  let inString = false;
  /** The bounds of the last string, which is a member name if a colon follows. */
  let [from, to] = [0, 0];

  function readString(end: number): void {
    // Character by character, because searching for quotes takes ten times as long if all quotes are escaped.
    for (; at < end; at += 1) {
      const code = text.charCodeAt(at);
      if (code === 0x5c) at += 1;
      else if (code === 0x22) {
        to = at;
        inString = false;
        if (to - from >= longAt) note(from - 1, to);
        at += 1;
        return;
      }
    }
  }

  function close(): void {
    const start = open.pop();
    if (start !== undefined && at - start >= longAt) note(start, at);
  }

  function count(code: number): void {
    if (code === 0x5b || code === 0x7b) {
      if (open.push(at) > limits.jsonDepth) throw tooDeep();
      if (++containers > bounds.containers)
        throw new JsonError(`Has more than ${bounds.containers} objects and lists.`);
    } else if (code === 0x5d || code === 0x7d) close();
    else if (code === 0x3a) {
      if (++members > bounds.members) throw new JsonError(`Has more than ${bounds.members} members.`);
      if (names.add(text.slice(from, to)).size > bounds.names)
        throw new JsonError(`Has more than ${bounds.names} different member names.`);
    } else if (code === 0x2c && ++values > bounds.values) throw new JsonError(`Has more than ${bounds.values} values.`);
  }

  return {
    to(end) {
      while (at < end) {
        if (inString) {
          readString(end);
          continue;
        }
        const code = text.charCodeAt(at);
        if (code === 0x22) {
          inString = true;
          from = at + 1;
        } else count(code);
        at += 1;
      }
    },
    isOpen: () => inString || open.length > 0,
  };
}

export const tooDeep = (): JsonError => new JsonError(`Nested more than ${limits.jsonDepth} levels deep.`);
