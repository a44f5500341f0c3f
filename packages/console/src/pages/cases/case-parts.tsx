import type { Case } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { Card } from '../../design/card.tsx';
import { DataTable } from '../../design/data-table.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { JobLink } from '../../lists/links.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { CaseState } from './case-state.tsx';

type Part = { one: Case };

export const CaseAlerts = ({ one }: Part) => (
  <Card title={`Alerts (${one.alert_count})`}>
    <ul className="flex flex-col gap-3">
      {one.alerts.map((alert) => (
        <li key={alert.id}>
          <details>
            <summary className="cursor-pointer">
              <bdi className="font-medium">{alert.rule}</bdi>{' '}
              {alert.amount !== null && `${alert.amount.toLocaleString('en')} ${alert.currency ?? ''} `}
              <span className="text-muted">
                detected <RelativeTime at={alert.detected_at} /> · <bdi>{alert.external_id}</bdi>
              </span>
            </summary>
            <JsonView value={{ subject: alert.subject, window: alert.window, data: alert.data }} label="Alert" />
          </details>
        </li>
      ))}
    </ul>
  </Card>
);

export const CaseJobs = ({ one: { jobs } }: Part) =>
  jobs.length > 0 && (
    <Card title="Jobs">
      <DataTable
        label="Jobs"
        rows={jobs}
        rowKey={({ job_id: id }) => id}
        columns={[
          { header: 'Job', cell: ({ job_id: id }) => <JobLink id={id} /> },
          { header: 'Step', cell: ({ step }) => step ?? '–' },
          { header: 'Started', at: ({ created_at: at }) => at },
        ]}
      />
    </Card>
  );

export const CaseNotes = ({ one: { notes } }: Part) =>
  notes.length > 0 && (
    <Card title="Notes">
      <Entries>
        {notes.map(({ id, text, author, created_at: at }) => (
          <li key={id}>
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {text}
            </p>
            <p className="text-muted">
              <bdi>{author.name}</bdi>, <RelativeTime at={at} />
            </p>
          </li>
        ))}
      </Entries>
    </Card>
  );

export function CaseTasks({ one }: Part) {
  const { can } = useAccess();
  const tick = useChange(
    ({ id, done }: { id: string; done: boolean }) => errand.caseDesk.updateTask(one.id, id, { done }),
    () => reload(keys.cases()),
  );
  if (one.tasks.length === 0) return null;
  return (
    <Card title="Tasks">
      <Entries>
        {one.tasks.map(({ id, title, done_at: doneAt }) => (
          <li key={id} className="flex items-center justify-between gap-2">
            <bdi className={doneAt ? 'text-muted line-through' : undefined}>{title}</bdi>
            {can('analyst') && one.state !== 'closed' && (
              <Button size="sm" busy={tick.isPending} onClick={() => tick.mutate({ id, done: doneAt === null })}>
                {doneAt ? 'Not done' : 'Done'}
              </Button>
            )}
          </li>
        ))}
      </Entries>
    </Card>
  );
}

export const RelatedCases = ({ one: { related } }: Part) =>
  related.length > 0 && (
    <Card title="Related cases">
      <Entries>
        {related.map(({ id, number, subject_name: name, state, shared }) => (
          <li key={id}>
            <CaseLink id={id}>{`#${number} ${name}`}</CaseLink> <CaseState state={state} />
            <p className="text-muted">{`Same ${[...new Set(shared.map(({ kind }) => kind))].join(', ')}`}</p>
          </li>
        ))}
      </Entries>
    </Card>
  );

export const EarlierDecisions = ({ one: { earlier_decisions: decisions } }: Part) =>
  decisions.length > 0 && (
    <Card title="Earlier decisions">
      <Entries>
        {decisions.map((made) => (
          <li key={`${made.case_id} ${made.decided_at}`}>
            <CaseLink id={made.case_id}>{`#${made.case_number}`}</CaseLink> <bdi>{made.outcome}</bdi>{' '}
            <span className="text-muted">
              <bdi>{made.reason_code}</bdi>, <bdi>{made.decided_by.name}</bdi>, <RelativeTime at={made.decided_at} />
            </span>
          </li>
        ))}
      </Entries>
    </Card>
  );

const Entries = ({ children }: { children: ReactNode }) => <ul className="flex flex-col gap-3">{children}</ul>;

const CaseLink = ({ id, children }: { id: string; children: string }) => (
  <Link to={`/cases/${id}` as string} className="text-accent hover:underline">
    <bdi>{children}</bdi>
  </Link>
);
