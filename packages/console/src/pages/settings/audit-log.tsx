import type { AuditEntry } from '@errand/sdk';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Input } from '../../design/field.tsx';
import { shortId } from '../../design/short-id.ts';
import { saveText } from '../../json/save-text.ts';
import { PagedTable } from '../../lists/paged-table.tsx';
import { useList } from '../../lists/use-list.ts';
import { errand } from '../../session/client.ts';
import { ActorsBehind } from '../actors/actor-chain.tsx';
import { toCsv } from '../usage/to-csv.ts';
import { actorOf, toAuditRow } from './audit-row.ts';
import { actionWords, type Change, changesOf, wordsOf } from './audit-words.ts';
import type { SettingsSearch } from './settings-search.ts';

/** Shows who changed what and when. */
export function AuditLog({ organizationId }: { organizationId: string }) {
  const { action, target, from, to } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const iso = (text: string | undefined) => (text === undefined ? undefined : new Date(text).toISOString());
  const filter = { action, target_id: target, created_from: iso(from), created_to: iso(to) };
  const list = useList(
    keys.audit(filter),
    (paging, options) => errand.organizations.audit(organizationId, { ...filter, ...paging }, options),
    { pageSize: 50 },
  );
  const shown = list.query.data?.results ?? [];
  const set = (change: SettingsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: undefined }), replace: true });
  const text = (key: 'action' | 'target', value: string | undefined) => ({
    key: value ?? '',
    defaultValue: value ?? '',
    onBlur: (event: { target: { value: string } }) => {
      const next = event.target.value.trim() || undefined;
      if (next !== value) set({ [key]: next });
    },
    onKeyDown: (event: { key: string; currentTarget: { blur(): void } }) =>
      event.key === 'Enter' && event.currentTarget.blur(),
  });
  return (
    <div className="flex flex-col gap-3">
      <div className="grid grid-cols-2 items-end gap-3 lg:grid-cols-5">
        <Field label="Action">
          <Input placeholder="api_key.created" {...text('action', action)} />
        </Field>
        <Field label="Object id">
          <Input {...text('target', target)} className="font-mono text-code" />
        </Field>
        <Field label="From">
          <Input
            type="datetime-local"
            value={from ?? ''}
            onChange={(event) => set({ from: event.target.value || undefined })}
          />
        </Field>
        <Field label="Until">
          <Input
            type="datetime-local"
            value={to ?? ''}
            onChange={(event) => set({ to: event.target.value || undefined })}
          />
        </Field>
        <Button
          icon={<Download size={14} aria-hidden />}
          disabled={shown.length === 0}
          onClick={() => saveText(toCsv(shown.map(toAuditRow)), 'audit.csv', 'text/csv')}
        >
          This page as CSV
        </Button>
      </div>
      <PagedTable
        label="Audit log"
        list={list}
        empty={<EmptyState title="No entries">No changes match these filters.</EmptyState>}
        rowClass="align-top"
        columns={[
          { header: 'When', at: ({ created_at: at }) => at },
          { header: 'Who', className: 'max-w-72 min-w-56 wrap-anywhere', cell: (entry) => <Actor entry={entry} /> },
          {
            header: 'Action',
            className: 'min-w-24 wrap-anywhere',
            cell: ({ action: done }) => (
              <button
                type="button"
                title={`Only this action: ${done}`}
                onClick={() => set({ action: done })}
                className="rounded-sm text-left font-medium text-accent hover:underline"
              >
                {actionWords(done)}
              </button>
            ),
          },
          {
            header: 'Object',
            className: 'max-w-64 min-w-32 wrap-anywhere',
            cell: (entry) => <Target entry={entry} />,
          },
          {
            header: 'Detail',
            className: 'max-w-96 min-w-32 wrap-anywhere',
            cell: ({ detail }) => <Changes changes={changesOf(detail).filter((change) => !namesTarget(change))} />,
          },
        ]}
      />
    </div>
  );
}

const LONG = 200;
const short = (text: string): string => (text.length > LONG ? `${text.slice(0, LONG)}…` : text);

/** Shows values before and after in words. Longer values are in the CSV. */
function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <ul className="flex flex-col gap-0.5">
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          <span className="text-muted">{label}:</span>{' '}
          {before !== undefined && (
            <>
              <del className="rounded-sm bg-danger-soft px-1 text-danger">
                <bdi>{short(before)}</bdi>
              </del>{' '}
              <span aria-hidden>→</span>{' '}
            </>
          )}
          {before === undefined ? (
            <bdi>{short(after)}</bdi>
          ) : (
            <ins className="rounded-sm bg-positive-soft px-1 text-positive no-underline">
              <bdi>{short(after)}</bdi>
            </ins>
          )}
        </li>
      ))}
    </ul>
  );
}

const pages: Record<string, string> = {
  agent: 'agents',
  job: 'jobs',
  batch: 'batches',
  webhook: 'webhooks',
  policy: 'policies',
  policy_version: 'policies/versions',
};

/** Whether a change only names the target, which is shown in its own column. */
const namesTarget = ({ label, before }: Change): boolean =>
  before === undefined && (label === 'name' || label === 'email');

const nameOf = ({ detail }: AuditEntry): string | undefined => {
  const { name, email } = (detail ?? {}) as { name?: unknown; email?: unknown };
  return [name, email].find((value): value is string => typeof value === 'string' && value !== '');
};

/** Shows the name of the target if the entry has one. The id can always be copied. */
function Target({ entry }: { entry: AuditEntry }) {
  const place = pages[entry.target_type];
  const name = nameOf(entry);
  return (
    <div className="flex flex-wrap items-center gap-x-1.5">
      <span className="text-muted">{wordsOf(entry.target_type)}</span>
      {place === undefined ? (
        <>
          {name !== undefined && <bdi>{name}</bdi>}
          {entry.target_id.length > SHORT_ID && <CopyId id={entry.target_id} className="whitespace-nowrap" />}
          {entry.target_id.length <= SHORT_ID && name === undefined && entry.target_id}
        </>
      ) : (
        <Link
          to={`/${place}/${entry.target_id}` as string}
          title={entry.target_id}
          className="text-accent hover:underline"
        >
          <bdi>{name ?? shortId(entry.target_id)}</bdi>
        </Link>
      )}
    </div>
  );
}

/** Shorter ids are numbers, which say nothing to people. */
const SHORT_ID = 12;

/** Shows who did it and, if no request did, what led to it. */
function Actor({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <Who entry={entry} />
      <ActorsBehind chain={entry.actor.chain} />
    </>
  );
}

function Who({ entry }: { entry: AuditEntry }) {
  const { kind, name, email, key_id: keyId } = entry.actor;
  if (keyId === null) return actorOf(entry);
  return (
    <>
      {email ?? 'somebody'}
      <div className="text-xs text-muted">
        with {kind === 'key' ? `the key ${name}` : 'their personal key'} {shortId(keyId)}
      </div>
    </>
  );
}
