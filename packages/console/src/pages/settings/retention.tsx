import type { Retention as Periods } from '@errand/sdk';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { Field, Input } from '../../design/field.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { showToast } from '../../design/toast.ts';
import { errand } from '../../session/client.ts';
import { readPeriods } from './read-periods.ts';

const periods: [keyof Periods, label: string, description: string][] = [
  ['jobs_days', 'Jobs', 'Finished jobs and everything that belongs to them. Figures and costs stay.'],
  ['evidence_days', 'Evidence', 'Uploaded files, artifacts, saved pages and images.'],
  ['steps_days', 'Steps', 'The recorded result of each step.'],
  ['audit_days', 'Audit log', 'The oldest entries are removed first.'],
];

/** Sets how many days the organization keeps each kind of data. */
export function Retention({ organizationId }: { organizationId: string }) {
  const current = useRead(keys.retention(), (options) => errand.cases.retention(organizationId, options));
  return (
    <Card title="Retention periods">
      <QueryView query={current}>
        {(kept) => (
          <SaveForm
            key={JSON.stringify(kept)}
            action="Save"
            isPrimary
            save={(_text, form) => errand.cases.setRetention(organizationId, readPeriods(form))}
            onSaved={() => {
              showToast('Saved', { description: 'What is older is removed within minutes. Held jobs stay.' });
              return reload(keys.retention());
            }}
          >
            <p className="max-w-4xl text-muted">
              How many days to keep data after a job ends. Leave a field empty to keep it forever. Everything that is
              removed leaves a signed certificate.
            </p>
            <div className="grid max-w-4xl gap-4 sm:grid-cols-2">
              {periods.map(([name, label, description]) => (
                <Field key={name} label={label} name={name} description={description}>
                  <Input
                    type="number"
                    name={name}
                    min={1}
                    max={36_500}
                    step={1}
                    placeholder="Forever"
                    defaultValue={kept[name] ?? ''}
                  />
                </Field>
              ))}
            </div>
          </SaveForm>
        )}
      </QueryView>
    </Card>
  );
}
