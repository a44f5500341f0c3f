import type { Job, Trust } from '@errand/sdk';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../design/badge.tsx';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { FieldPanel } from './field-panel.tsx';
import {
  byTrust,
  candidateWords,
  fieldWords,
  isDoubtful,
  placeWords,
  statusTones,
  statusWords,
  supportWords,
  unreadWords,
} from './trust-words.ts';

const SHOWN_MAX = 200;

/** Shows how far each value of the result can be trusted, and which parts of the sources were not read. */
type JobTrustProps = {
  job: Job;
  trust: Trust;
  /** Set if the page's URL has the open value. Otherwise the component keeps it. */
  selected?: string | undefined;
  onSelect?(field: string): void;
};

export function JobTrust({ job, trust, selected, onSelect }: JobTrustProps) {
  const doubtful = trust.fields.filter(isDoubtful);
  const [chosen, setChosen] = useState<string>();
  const [doubtfulOnly, setDoubtfulOnly] = useState(false);
  const shown = byTrust(doubtfulOnly ? doubtful : trust.fields);
  return (
    <Card
      title={
        <span className="inline-flex items-center gap-2">
          <ShieldCheck size={16} aria-hidden />
          Trust
          {job.needs_review && <Badge tone="warning">needs review</Badge>}
        </span>
      }
    >
      <div className="flex flex-col gap-3">
        {unreadWords(trust).map((words) => (
          <p key={words} dir="auto" className="text-warning">
            Not everything was read. {words}
          </p>
        ))}
        {trust.coverage.note && (
          <p dir="auto" className="text-warning">
            {trust.coverage.note}
          </p>
        )}
        <div className="flex items-center justify-between gap-2">
          <p className="text-muted">{supportWords(trust.fields, doubtful.length)}</p>
          {doubtful.length > 0 && <Checkbox label="Only doubtful" checked={doubtfulOnly} onChange={setDoubtfulOnly} />}
        </div>
        <DataTable
          label="Values and how far they can be trusted"
          rows={shown.slice(0, SHOWN_MAX)}
          rowKey={({ field }) => field}
          rowId={({ field }) => `trust ${field}`}
          columns={[
            {
              header: 'Field',
              dir: 'auto',
              cell: ({ field }) => (
                <button
                  type="button"
                  aria-pressed={field === (selected ?? chosen)}
                  onClick={() => (onSelect ?? setChosen)(field)}
                  className="min-h-6 rounded-sm text-left text-accent hover:underline aria-pressed:font-semibold"
                >
                  {fieldWords(field)}
                </button>
              ),
            },
            {
              header: 'Status',
              cell: ({ status }) => <Badge tone={statusTones[status]}>{statusWords[status]}</Badge>,
            },
            { header: 'Confidence', numeric: true, cell: ({ confidence }) => confidence.toFixed(2) },
            {
              header: 'Source',
              className: 'break-words',
              dir: 'auto',
              cell: (one) => (
                <>
                  {one.text && <q>{one.text}</q>}{' '}
                  <span className="text-muted">{[placeWords(one), one.note].filter(Boolean).join('. ')}</span>
                  {candidateWords(one).map((words) => (
                    <div key={words} className="text-muted">
                      {words}
                    </div>
                  ))}
                </>
              ),
            },
          ]}
        />
        {shown.length > SHOWN_MAX && (
          <p className="text-muted">{shown.length - SHOWN_MAX} more are in the JSON of the job.</p>
        )}
        {chosen !== undefined && <FieldPanel job={job} field={chosen} onSelect={setChosen} />}
      </div>
    </Card>
  );
}
