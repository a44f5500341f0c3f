import type { AuditEntry } from '@errand/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { keys } from '../../data/query-keys.ts';
import { Button } from '../../design/button.tsx';
import { CopyId } from '../../design/copy.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { Field, Input } from '../../design/field.tsx';
import { Pager } from '../../design/pager.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { shortId } from '../../design/short-id.ts';
import { Table, Td, Th, Tr } from '../../design/table.tsx';
import { saveText } from '../../json/save-text.ts';
import { errand } from '../../session/client.ts';
import { toCsv } from '../usage/to-csv.ts';
import { actorOf, toAuditRow } from './audit-row.ts';
import { actionWords, type Change, changesOf, wordsOf } from './audit-words.ts';
import type { SettingsSearch } from './settings-search.ts';

const PAGE_SIZE = 50;

/** Shows who changed what and when. */
export function AuditLog({ organizationId }: { organizationId: string }) {
  const { page = 1, action, target, from, to } = useSearch({ from: '/shell/settings' });
  const navigate = useNavigate({ from: '/settings' });
  const iso = (text: string | undefined) => (text === undefined ? undefined : new Date(text).toISOString());
  const filter = {
    page,
    page_size: PAGE_SIZE,
    action,
    target_id: target,
    created_from: iso(from),
    created_to: iso(to),
  };
  const log = useQuery({
    queryKey: keys.audit(filter),
    queryFn: ({ signal }) => errand.organizations.audit(organizationId, filter, { signal }),
    placeholderData: keepPreviousData,
  });
  const set = (change: SettingsSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change, page: change.page }), replace: true });
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
      <div className="grid grid-cols-1 items-end gap-3 sm:grid-cols-2 lg:grid-cols-5">
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
          disabled={!log.data?.results.length}
          onClick={() => saveText(toCsv(log.data!.results.map(toAuditRow)), 'audit.csv', 'text/csv')}
        >
          This page as CSV
        </Button>
      </div>
      <QueryView query={log}>
        {(data) =>
          data.results.length === 0 ? (
            <EmptyState title="No entries">No changes match these filters.</EmptyState>
          ) : (
            <>
              <AuditTable entries={data.results} onAction={(next) => set({ action: next })} />
              <Pager page={page} pageSize={PAGE_SIZE} count={data.count} onPage={(next) => set({ page: next })} />
            </>
          )
        }
      </QueryView>
    </div>
  );
}

function AuditTable({ entries, onAction }: { entries: AuditEntry[]; onAction(action: string): void }) {
  return (
    <Table label="Audit log">
      <thead>
        <tr>
          <Th>When</Th>
          <Th>Who</Th>
          <Th>Action</Th>
          <Th>Object</Th>
          <Th>Detail</Th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <Tr key={entry.id} className="align-top">
            <Td>
              <RelativeTime at={entry.created_at} />
            </Td>
            <Td className="max-w-56 break-words">
              <Actor entry={entry} />
            </Td>
            <Td>
              <button
                type="button"
                title={`Only this action: ${entry.action}`}
                onClick={() => onAction(entry.action)}
                className="rounded-sm text-left font-medium whitespace-nowrap text-accent hover:underline"
              >
                {actionWords(entry.action)}
              </button>
            </Td>
            <Td>
              <Target entry={entry} />
            </Td>
            <Td className="max-w-96">
              <Changes changes={changesOf(entry.detail).filter((change) => !namesTarget(change))} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
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
        <li key={label} className="break-words">
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
      <span className="whitespace-nowrap text-muted">{wordsOf(entry.target_type)}</span>
      {place === undefined ? (
        <>
          {name !== undefined && <bdi className="break-words">{name}</bdi>}
          {entry.target_id.length > SHORT_ID && <CopyId id={entry.target_id} className="whitespace-nowrap" />}
          {entry.target_id.length <= SHORT_ID && name === undefined && entry.target_id}
        </>
      ) : (
        <Link
          to={`/${place}/${entry.target_id}` as string}
          title={entry.target_id}
          className="break-words text-accent hover:underline"
        >
          <bdi>{name ?? shortId(entry.target_id)}</bdi>
        </Link>
      )}
    </div>
  );
}

/** Shorter ids are numbers, which say nothing to people. */
const SHORT_ID = 12;

function Actor({ entry }: { entry: AuditEntry }) {
  const { kind, email, api_key_id: keyId } = entry.actor;
  if (kind !== 'api_key' || !keyId) return actorOf(entry);
  return (
    <>
      {email ?? 'somebody'}
      <div className="text-xs text-muted">with API key {shortId(keyId)}</div>
    </>
  );
}
