import { isObjectSignedBy, type Signed } from './signature.ts';
import type { CaseReport, TrustedKey } from './verify-case.ts';

// Verifies the signed list of an export: its signature, and that every listed case is present and is the right one.

export type CaseIndex = Signed<{
  organization_id: string;
  from: string;
  to: string;
  cases: { job_id: string; agent_id: string; status_code: number; verdict: string | null; finished_at: string }[];
}>;

/** `files` are the case files of the export with their reports. Returns a sentence per problem. */
export function findIndexProblems(
  index: unknown,
  { keys, files }: { keys: TrustedKey[]; files: { name: string; report: CaseReport }[] },
): string[] {
  if (!isIndex(index)) return ['The list is not valid.'];
  const key = keys.find(({ key_id }) => key_id === index.key_id);
  const problems: string[] = [];
  if (key === undefined)
    problems.push(
      `The list is signed with the key ${String(index.key_id).slice(0, 64)}, which is not one of the trusted keys.`,
    );
  else if (!isObjectSignedBy(index, key.public_key)) problems.push('The list is not what was signed.');
  const byJob = new Map(
    files.flatMap((file) => (file.report.manifest ? [[file.report.manifest.job_id ?? file.name, file]] : [])),
  );
  for (const { job_id: id, verdict } of index.cases) {
    const found = byJob.get(id);
    const named = files.find(({ name }) => name === `case-${id}.zip`);
    if (found === undefined) {
      // The problems of unreadable files are reported with the file.
      if (named === undefined) problems.push(`The case file of job ${id} is missing.`);
      continue;
    }
    const { manifest } = found.report;
    if (manifest!.organization_id !== index.organization_id)
      problems.push(`${found.name} belongs to another organization than the list.`);
    // A list that was made after the data was deleted has no verdict.
    if (verdict !== null && (manifest!.verdict ?? null) !== verdict)
      problems.push(`${found.name} has the verdict ${manifest!.verdict ?? 'none'}, but the list says ${verdict}.`);
  }
  const listed = new Set(index.cases.map(({ job_id: id }) => id));
  for (const [id, { name }] of byJob) if (!listed.has(id)) problems.push(`${name} is not in the list.`);
  return problems;
}

function isIndex(value: unknown): value is CaseIndex {
  const given = value as Partial<CaseIndex> | null;
  return (
    typeof given === 'object' &&
    typeof given?.organization_id === 'string' &&
    typeof given.signature === 'string' &&
    Array.isArray(given.cases) &&
    given.cases.every((one) => typeof one?.job_id === 'string')
  );
}
