import type { Case } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '../../design/card.tsx';
import { JsonView } from '../../design/json-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
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

/** Where the alerts went, and which cases came into this one. The other case keeps its own history. */
export const MovedCases = ({ one: { merged_into_case_id: into, merged_case_ids: merged } }: Part) =>
  (into !== null || merged.length > 0) && (
    <Card title={into === null ? 'Merged into this case' : 'Merged'}>
      {into !== null && (
        <p>
          The alerts and jobs went to <CaseLink id={into}>{`case ${shortId(into)}`}</CaseLink>. Notes and history stay
          here.
        </p>
      )}
      <Entries>
        {merged.map((id) => (
          <li key={id}>
            <CaseLink id={id}>{`Case ${shortId(id)}`}</CaseLink>{' '}
            <span className="text-muted">with its notes and history; splitting off its alerts undoes it</span>
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
