import type { JsonBounds } from './json-shape.ts';
import { JsonError } from './json-shape.ts';

// Counts what a JSON text has while its bytes arrive, for an early end. The scan of the whole text (json-shape.ts) decides:
// this one never counts more than that. It keeps hashes of names, of which two may be the same, and no text.

/** Names that are longer count as one if they begin alike. */
const NAME_BYTES = 256;

/** Returns a function that takes the next bytes. It throws once there is more than the bounds allow. */
export function createJsonCount(bounds: JsonBounds): (chunk: Uint8Array) => void {
  let [members, containers, values] = [0, 0, 0];
  const names = new Set<number>();
  let inString = false;
  let isEscaped = false;
  let hash = 0;
  let length = 0;

  function countOutside(code: number): void {
    if (code === 0x22) {
      inString = true;
      hash = 0x811c9dc5;
      length = 0;
    } else if (code === 0x3a) {
      if (++members > bounds.members) throw new JsonError(`Has more than ${bounds.members} members.`);
      if (names.add(hash).size > bounds.names)
        throw new JsonError(`Has more than ${bounds.names} different member names.`);
    } else if (code === 0x5b || code === 0x7b) {
      if (++containers > bounds.containers)
        throw new JsonError(`Has more than ${bounds.containers} objects and lists.`);
    } else if (code === 0x2c && ++values > bounds.values) throw new JsonError(`Has more than ${bounds.values} values.`);
  }

  /** Reads on in a string, from `at`, and returns where it stopped: behind its end, or at the end of the chunk. */
  function readString(chunk: Uint8Array, from: number): number {
    let at = from;
    for (; at < chunk.length; at += 1) {
      if (length >= NAME_BYTES && !isEscaped) at = skipPlain(chunk, at);
      const code = chunk[at];
      if (code === undefined) break;
      if (isEscaped) isEscaped = false;
      else if (code === 0x5c) isEscaped = true;
      else if (code === 0x22) {
        inString = false;
        return at + 1;
      }
      if (length >= NAME_BYTES) continue;
      hash = Math.imul(hash ^ code, 0x01000193);
      length += 1;
    }
    return at;
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length; )
      if (inString) at = readString(chunk, at);
      else {
        countOutside(chunk[at]!);
        at += 1;
      }
  };
}

/** Long texts have few quotes and escapes. */
function skipPlain(chunk: Uint8Array, from: number): number {
  let at = from;
  while (at < chunk.length && chunk[at] !== 0x22 && chunk[at] !== 0x5c) at += 1;
  return at;
}
