import type { JobErrors } from '@errand/sdk';
import { count, moment, table } from '../terminal/text.ts';

// Failures by code, and under each code its causes: what the message said, at which step, of which model.

type Group = JobErrors['results'][number];

export function showErrors({ results }: Pick<JobErrors, 'results'>): string {
  if (results.length === 0) return 'No job has failed.';
  return results.map(showGroup).join('\n\n');
}

function showGroup(group: Group): string {
  const [first, last] = [group.first_seen, group.last_seen].map((at) => moment(new Date(at)));
  const head = `${group.code}: ${group.complete ? '' : 'more than '}${count(group.count, 'job')}, ${first} to ${last}`;
  if (group.causes.length === 0) return `${head}\n  → ${group.remedy}`;
  const rows = group.causes.map((cause) => [
    String(cause.count),
    [cause.step ?? 'before the first step', cause.model].filter(Boolean).join(', '),
    cause.message,
    cause.last_job_id,
    cause.remedy,
  ]);
  return `${head}\n${table(['JOBS', 'STEP', 'MESSAGE', 'LAST JOB', 'WHAT TO DO'], rows)}`;
}
