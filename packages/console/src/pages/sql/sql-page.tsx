import type { QueryObject } from '@errand/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { History, Maximize2, Minimize2, Play, Save } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { queryClient } from '../../data/query-client.ts';
import { keys } from '../../data/query-keys.ts';
import { readAll } from '../../data/read-all.ts';
import { Button } from '../../design/button.tsx';
import { copyItems } from '../../design/copy-as.ts';
import { cx } from '../../design/cx.ts';
import { EmptyState } from '../../design/empty-state.tsx';
import { MoreMenu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page-header.tsx';
import { Select } from '../../design/select.tsx';
import { Skeleton } from '../../design/skeleton.tsx';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { allAgents } from '../../session/all-agents.ts';
import { errand } from '../../session/client.ts';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { DraftTabs } from './draft-tabs.tsx';
import type { Catalog } from './list-columns.ts';
import { QueryResults } from './query-results.tsx';
import { destructiveWords, startsAgents } from './read-sql.ts';
import { RunDialog, type RunOptions } from './run-dialog.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { SchemaTree } from './schema-tree.tsx';
import { newDraft, type SqlDraft } from './sql-drafts.ts';
import { SqlHistory } from './sql-history.tsx';
import { useDrafts } from './use-drafts.ts';
import { useQueryRun } from './use-query-run.ts';

const SqlEditor = lazy(() => import('./sql-editor.tsx').then(({ SqlEditor: editor }) => ({ default: editor })));

export function SqlPage() {
  const { can } = useAccess();
  const { catalog, isPending: isCatalogPending } = useCatalog();
  const { drafts, open, change, add, close, show } = useDrafts();
  const [asking, setAsking] = useState<string>();
  const [isFull, setIsFull] = useFullScreen();
  const [layer, setLayer] = useState<'history' | 'save'>();
  const start = useStart(open, change);
  const { query } = useQueryRun(open.queryId);

  useLinkedText(add);
  function run(sql: string): void {
    if (sql.trim() === '') return;
    if (destructiveWords(sql).length > 0 || startsAgents(sql)) setAsking(sql);
    else start.mutate({ sql, options: { useAdmin: false, maxCost: undefined } });
  }
  function openEarlier({ id, query: earlier }: QueryObject): void {
    setLayer(undefined);
    add({ ...newDraft(earlier, 'From history'), queryId: id });
  }
  function closeDraft(draft: SqlDraft): void {
    close(draft.id);
    if (draft.text.trim() !== '') showToast(`${draft.name} was closed`, { undo: () => add(draft) });
  }
  const canRun = can('member');
  return (
    <>
      <SqlHeader drafts={drafts.drafts} onOpen={add} onShow={show} onHistory={() => setLayer('history')} />
      <div
        data-full={isFull || undefined}
        className={cx(
          'group/sql grid grid-cols-1 gap-5 lg:grid-cols-[13rem_minmax(0,1fr)]',
          isFull && 'fixed inset-0 z-40 content-start overflow-y-auto bg-bg p-4',
        )}
      >
        {/* Where there is no room beside it, the editor comes first. */}
        <div className="max-lg:order-last">
          <SchemaTree
            catalog={catalog}
            isPending={isCatalogPending}
            onInsert={(words) => change(open.id, { text: appended(open.text, words) })}
          />
        </div>
        <div className="flex min-w-0 flex-col gap-3">
          <DraftTabs
            drafts={drafts.drafts}
            openId={open.id}
            onOpen={show}
            onClose={closeDraft}
            onNew={() => add(newDraft())}
          />
          <Suspense fallback={<Skeleton rows={5} className="h-56" />}>
            <SqlEditor
              key={open.id}
              text={open.text}
              catalog={catalog}
              error={query.data?.error ?? undefined}
              onChange={(next) => change(open.id, { text: next })}
              onRun={run}
              onSave={() => setLayer('save')}
            />
          </Suspense>
          <Toolbar
            text={open.text}
            canRun={canRun}
            isEmpty={open.text.trim() === ''}
            isBusy={start.isPending}
            isFull={isFull}
            onFull={setIsFull}
            onRun={() => run(open.text)}
            onSave={() => setLayer('save')}
          />
          {open.queryId === undefined ? (
            <NoResultYet />
          ) : (
            <QueryResults key={open.queryId} queryId={open.queryId} onRetry={canRun ? run : undefined} />
          )}
        </div>
      </div>
      {asking !== undefined && (
        <RunDialog
          sql={asking}
          onClose={() => setAsking(undefined)}
          onRun={(options) => {
            setAsking(undefined);
            start.mutate({ sql: asking, options });
          }}
        />
      )}
      {layer === 'history' && <SqlHistory onClose={() => setLayer(undefined)} onOpen={openEarlier} />}
      {layer === 'save' && (
        <SaveDialog draft={open} onClose={() => setLayer(undefined)} onSaved={(saved) => change(open.id, saved)} />
      )}
    </>
  );
}

function SqlHeader({ onHistory, ...select }: WorksheetSelectProps & { onHistory(): void }) {
  return (
    <PageHeader
      title="SQL"
      description="Query your tables, and run agents row by row."
      actions={
        <>
          <WorksheetSelect {...select} />
          <Button icon={<History size={14} aria-hidden />} onClick={onHistory}>
            History
          </Button>
        </>
      }
    />
  );
}

const appended = (text: string, words: string): string =>
  text === '' ? words : `${text.replace(/\s*$/, '')} ${words}`;

/** A link from another page may contain a text, which becomes a draft once. */
function useLinkedText(add: (draft: SqlDraft) => void): void {
  const { text } = useSearch({ from: '/shell/sql' });
  const navigate = useNavigate({ from: '/sql' });
  useEffect(() => {
    if (text === undefined) return;
    add(newDraft(text));
    void navigate({ search: {}, replace: true });
  }, [text, add, navigate]);
}

type ToolbarProps = {
  text: string;
  canRun: boolean;
  isEmpty: boolean;
  isBusy: boolean;
  isFull: boolean;
  onFull(isFull: boolean): void;
  onRun(): void;
  onSave(): void;
};

function Toolbar({ text, canRun, isEmpty, isBusy, isFull, onFull, onRun, onSave }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="primary"
        icon={<Play size={14} aria-hidden />}
        busy={isBusy}
        disabled={!canRun || isEmpty}
        title={canRun ? undefined : 'This needs the role member.'}
        onClick={onRun}
      >
        Run
      </Button>
      <Button icon={<Save size={14} aria-hidden />} disabled={!canRun} onClick={onSave}>
        Save
      </Button>
      <Button
        aria-pressed={isFull}
        icon={isFull ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
        onClick={() => onFull(!isFull)}
      >
        {isFull ? 'Leave full screen' : 'Full screen'}
      </Button>
      <MoreMenu
        items={copyItems(() => ({
          method: 'POST',
          path: '/v1/database/query/',
          body: { query: text },
          command: ['sql', text],
        }))}
      />
      <span className="text-muted">Ctrl Enter runs the selection, or everything. Drafts stay in this browser.</span>
    </div>
  );
}

/** Escape leaves full screen, unless something on top of it is open. */
function useFullScreen() {
  const [isFull, setIsFull] = useState(false);
  useShortcuts([{ keys: 'escape', label: 'Leave full screen', run: () => setIsFull(false) }]);
  return [isFull, setIsFull] as const;
}

const NoResultYet = () => (
  <EmptyState title="No result yet">
    Each statement, separated by <code className="text-code">;</code>, returns a result. Pick a table or an agent to
    insert it, or call an agent for each row:{' '}
    <code className="text-code">
      run_agent_sync('agent id', MAP {'{'}'text': column{'}'})
    </code>
  </EmptyState>
);

function useCatalog(): { catalog: Catalog; isPending: boolean } {
  const tables = useRead(keys.tables(), (options) => errand.tables.list(options));
  const agents = useQuery(allAgents());
  const connections = useRead(
    keys.sqlConnections(),
    async (options) => {
      const [{ connectors }, { results }] = await Promise.all([
        errand.connectors.list(options),
        errand.connections.list({ page_size: '100' }, options),
      ]);
      const readable = new Set(connectors.filter(({ supports_sql }) => supports_sql).map(({ id }) => id));
      return results.filter(({ connector_type: type }) => readable.has(type));
    },
    { staleTime: 60_000 },
  );
  const catalog = useMemo(
    () => ({
      tables: tables.data?.results ?? [],
      system: tables.data?.system ?? [],
      agents: agents.data ?? [],
      connections: connections.data ?? [],
    }),
    [tables.data, agents.data, connections.data],
  );
  return { catalog, isPending: tables.isPending || agents.isPending || connections.isPending };
}

function useStart(open: SqlDraft, change: (id: string, change: Partial<SqlDraft>) => void) {
  return useMutation({
    mutationFn: ({ sql, options }: { sql: string; options: RunOptions }) =>
      errand.queries.start({
        query: sql,
        ...(open.worksheetId !== undefined && { worksheet_id: open.worksheetId }),
        ...(options.useAdmin && { use_admin: true }),
        ...(options.maxCost !== undefined && { max_cost: options.maxCost }),
      }),
    onSuccess: async (query) => {
      queryClient.setQueryData(keys.sqlQuery(query.id), query);
      change(open.id, { queryId: query.id });
      // A statement may have created or dropped a table.
      await reload(keys.tables());
    },
  });
}

type WorksheetSelectProps = { drafts: SqlDraft[]; onOpen(draft: SqlDraft): void; onShow(id: string): void };

function WorksheetSelect({ drafts, onOpen, onShow }: WorksheetSelectProps) {
  const worksheets = useRead(keys.worksheets(), (options) =>
    readAll((paging) => errand.worksheets.list(paging, options)),
  );
  const list = worksheets.data ?? [];
  if (list.length === 0) return null;
  return (
    <Select
      label="Worksheets"
      className="w-52!"
      value={'' as string}
      options={[{ value: '', label: 'Open a worksheet…' }, ...list.map(({ id, name }) => ({ value: id, label: name }))]}
      onChange={(id: string) => {
        const opened = drafts.find(({ worksheetId }) => worksheetId === id);
        if (opened) return onShow(opened.id);
        const found = list.find((worksheet) => worksheet.id === id);
        if (found) onOpen({ ...newDraft(found.content, found.name), worksheetId: found.id, savedText: found.content });
      }}
    />
  );
}
