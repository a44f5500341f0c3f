import { type AuditSeal, type ChainedEntry, createChainCheck } from './audit-chain.ts';
import type { TrustedKey } from './verify-case.ts';

// Verifies an exported audit log. Its first line has the format and a signed head; then an entry per line, oldest
// first.

export const AUDIT_FORMAT = 'errand-audit/1';

export type AuditFileHead = {
  format: string;
  organization_id: string;
  /** Null means the beginning of the chain, or its end for `to`. */
  from: string | null;
  to: string | null;
  head: AuditSeal;
  keys: TrustedKey[];
};

export type AuditFileReport = {
  ok: boolean;
  entries: number;
  /** Whether the last entry is the one whose hash was signed. */
  signed: boolean;
  problems: string[];
};

const PROBLEMS_MAX = 20;

/** `trusted` are keys from another source. Without them, the keys in the file are used. */
export function verifyAuditFile(text: string, trusted?: TrustedKey[]): AuditFileReport {
  const [first = '', ...lines] = text.split('\n');
  const refuse = (...problems: string[]): AuditFileReport => ({ ok: false, entries: 0, signed: false, problems });
  const told = read<AuditFileHead>(first);
  if (told?.format !== AUDIT_FORMAT || typeof told.head?.seq !== 'number' || !Array.isArray(told.keys))
    return refuse('Line 1 is not the header of an exported audit log.');
  if (lines.at(-1) !== '') return refuse('The file is truncated. Its last line is incomplete.');
  const { organization_id: organization, from, to, head } = told;
  const chain = createChainCheck(organization, { seals: [], keys: [], isPart: from !== null });
  const sealCheck = createChainCheck(organization, { seals: [head], keys: trusted ?? told.keys });
  const problems = sealCheck.end({ seq: 0, hash: '' }).problems.filter((problem) => problem.startsWith('The signed'));
  let last: ChainedEntry | undefined;
  for (const [index, line] of lines.slice(0, -1).entries()) {
    const entry = read<ChainedEntry>(line);
    if (
      typeof entry?.seq !== 'number' ||
      typeof entry.hash !== 'string' ||
      typeof entry.actor !== 'object' ||
      !entry.actor
    ) {
      problems.push(`Line ${index + 2} is not an entry.`);
      continue;
    }
    chain.take(entry);
    last = entry;
  }
  const { entries, problems: broken } = chain.end(to === null ? head : undefined);
  problems.push(...broken);
  const signed = last !== undefined && last.seq === head.seq && last.hash === head.hash;
  return { ok: problems.length === 0, entries, signed, problems: problems.slice(0, PROBLEMS_MAX) };
}

function read<T>(line: string): (Partial<T> & T) | undefined {
  try {
    const value = JSON.parse(line);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
