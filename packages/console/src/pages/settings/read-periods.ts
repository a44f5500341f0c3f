import type { Retention } from '@errand/sdk';

/** An empty field means forever. */
export function readPeriods(form: FormData): Retention {
  const days = (name: keyof Retention): number | null => {
    const text = String(form.get(name) ?? '').trim();
    return text === '' ? null : Number(text);
  };
  return {
    jobs_days: days('jobs_days'),
    evidence_days: days('evidence_days'),
    steps_days: days('steps_days'),
    audit_days: days('audit_days'),
  };
}
