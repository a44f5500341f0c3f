import { randomBytes } from 'node:crypto';
import { databaseNow } from './clock.ts';

export { databaseNow };

// Ids are UUIDv7. They sort by creation time, so the primary key is also the time index and the partition key. The
// clock is PostgreSQL's (clock.ts), so ids of different machines are comparable.

let lastMs = 0;
let counter = 0;
/** Ids of one millisecond share their first characters. */
let head = '';
let headMs = -1;

/** A clock that goes back by more was wrong before. Ids follow it; otherwise they would be stuck at one millisecond. */
const BACK_MS_MAX = 1_000;

/** Returns a new id. Ids of a process strictly increase, by a 12-bit counter, unless the clock is corrected. */
export function newId(): string {
  const now = Math.floor(databaseNow());
  if (now > lastMs || now < lastMs - BACK_MS_MAX) {
    lastMs = now;
    counter = 0;
  } else if (++counter > 0xfff) {
    lastMs += 1;
    counter = 0;
  }
  if (lastMs !== headMs) {
    const time = lastMs.toString(16).padStart(12, '0');
    head = `${time.slice(0, 8)}-${time.slice(8)}-7`;
    headMs = lastMs;
  }
  return `${head}${(0x1000 | counter).toString(16).slice(1)}-${randomTail()}`;
}

export function idTime(id: string): Date {
  return new Date(idMs(id));
}

let knownHead = '';
let knownMs = 0;

/** Returns the creation time in milliseconds. Remembers the last one: ids read together often share a millisecond. */
export function idMs(id: string): number {
  const head = id.slice(0, 13);
  if (head !== knownHead) {
    knownMs = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
    knownHead = head;
  }
  return knownMs;
}

/** Returns the smallest id of a millisecond, as a bound for time filters. */
export function firstIdAt(ms: number): string {
  const time = Math.max(0, Math.min(Math.floor(ms), 0xffffffffffff))
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => text.length === 36 && UUID.test(text);

/** Parses a UUID with or without dashes, in any case, with an optional prefix file_. Returns undefined if invalid. */
export function parseFileId(text: string): string | undefined {
  const bare = text.startsWith('file_') ? text.slice(5) : text;
  const hex = bare.length === 36 && UUID.test(bare) ? bare.replaceAll('-', '') : bare;
  if (!/^[0-9a-f]{32}$/i.test(hex)) return undefined;
  const lower = hex.toLowerCase();
  return `${lower.slice(0, 8)}-${lower.slice(8, 12)}-${lower.slice(12, 16)}-${lower.slice(16, 20)}-${lower.slice(20)}`;
}

// Random bytes are read in blocks, one system call for 512 ids.
let pool = '';
let poolAt = 0;

/** Returns the last 8 bytes: two bits of variant, the rest random. */
function randomTail(): string {
  if (poolAt + 16 > pool.length) {
    const bytes = randomBytes(8 * 512);
    for (let at = 0; at < bytes.length; at += 8) bytes[at] = (bytes[at]! & 0x3f) | 0x80;
    pool = bytes.toString('hex');
    poolAt = 0;
  }
  poolAt += 16;
  return `${pool.slice(poolAt - 16, poolAt - 12)}-${pool.slice(poolAt - 12, poolAt)}`;
}
