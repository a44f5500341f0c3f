import { type CaseSubject, casePriorities } from '@errand/contract/case-desk.ts';
import { type Caller, isPerson } from '#platform/caller.ts';

// The rules of the case desk that need no database. Alerts about one subject make a case. What happens to it is recorded
// twice: in its own history, for people, and in the audit chain.

export type AlertSubject = Omit<CaseSubject, 'aliases'>;
export type Priority = (typeof casePriorities)[number];

/** An identifier as it is compared: blanks, signs and case are a matter of taste. Addresses of mail keep their signs. */
export function normalizeIdentifier(kind: string, value: string): { kind: string; value: string } {
  const plain = value.normalize('NFKC').trim().toLowerCase();
  const bare = plain.replace(/[^\p{L}\p{N}]/gu, '');
  return { kind: normalizeKind(kind), value: plain.includes('@') || bare === '' ? plain : bare };
}

export const normalizeKind = (kind: string): string => kind.normalize('NFKC').trim().toLowerCase();

/** Those that say something, each kind once. */
export function listIdentifiers({ identifiers }: AlertSubject): { kind: string; value: string }[] {
  const found = new Map<string, string>();
  for (const [name, given] of Object.entries(identifiers)) {
    const { kind, value } = normalizeIdentifier(name, given);
    if (kind !== '' && value !== '') found.set(kind, value);
  }
  return [...found].map(([kind, value]) => ({ kind, value }));
}

/** The subject of a case from those of its alerts, the first one first. Its name and identifiers win. */
export function joinSubjects([first, ...others]: [AlertSubject, ...(AlertSubject | CaseSubject)[]]): CaseSubject {
  const aliases = new Set('aliases' in first ? (first as CaseSubject).aliases : []);
  const identifiers = { ...first.identifiers };
  for (const other of others) {
    aliases.add(other.name);
    for (const [kind, value] of Object.entries(other.identifiers)) identifiers[kind] ??= value;
  }
  aliases.delete(first.name);
  const { kind, name } = first;
  return { kind, name, identifiers, aliases: [...aliases].slice(0, ALIASES_MAX) };
}

const ALIASES_MAX = 50;

export const higherPriority = (one: Priority, other: Priority): Priority =>
  casePriorities.indexOf(one) < casePriorities.indexOf(other) ? other : one;

/** Who looks. A restricted case is for people signed in as themselves: nobody knows who holds a key. */
export const viewerOf = (caller: Caller): number | null => (isPerson(caller) ? caller.userId : null);

/** Whether somebody sees a case, in SQL. `viewer` is the parameter of `viewerOf`. */
export const isVisible = (cases: string, viewer: string): string =>
  `(${cases}.restricted_to is null or ${viewer}::int = any (${cases}.restricted_to))`;
