import { createHash } from 'node:crypto';
import { canonicalJson } from '@errand/proofs/canonical-json.ts';
import { keysOf } from '#screening/lists/entry.ts';
import { type Subject, subjectKey } from '#screening/subject.ts';

/** A subject as its watch keeps it: with what finds its entries, and a hash that tells whether it changed. */
export type WatchedSubject = { id: string; content: Subject; hash: string; subject_key: string; keys: string[] };

export function toWatched(id: string, content: Subject): WatchedSubject {
  const { name, kind, identifiers } = content;
  return {
    id,
    content,
    hash: createHash('sha256').update(canonicalJson(content)).digest('hex'),
    subject_key: subjectKey(content),
    keys: keysOf([name], kind, Object.values(identifiers)),
  };
}
