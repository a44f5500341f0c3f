import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

// The checksum that a database records for a migration. Comments and white space between statements do not count, so
// that they can be improved. Earlier versions hashed the whole file: their migrations keep the checksum of that time, so
// that databases, backups and the previous release agree with this one.

/** `recorded` is the hash of the former file, `content` the hash of its statements. */
type Former = { recorded: string; content: string };

const former: Record<string, Former> = JSON.parse(
  readFileSync(new URL('../../migrations/former-checksums.json', import.meta.url), 'utf8'),
);

export function checksumOf(name: string, text: string, known: Record<string, Former> = former): string {
  const content = hash(statementsOf(text));
  const earlier = known[name];
  return earlier?.content === content ? earlier.recorded : content;
}

/** A run of comments and white space, or something in quotes, where both are content: a text, a name, a body. */
const PARTS = /(?:--[^\n]*|\s)+|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$/g;
/** The first line says in which phase a migration runs, so it counts although it is a comment. */
const PHASE = /^-- phase: \w+\n/;

export function statementsOf(text: string): string {
  const statements = text.replace(PARTS, (part) => (/^(--|\s)/.test(part) ? ' ' : part));
  return (PHASE.exec(text)?.[0] ?? '') + statements.trim();
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');
