import type { AnyJob } from '@errand/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleSlash, GitCompare, RotateCw, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { keys } from '../../data/query-keys.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { ConfirmDialog } from '../../design/dialog.tsx';
import { formatNumber } from '../../design/format.ts';
import { showToast } from '../../design/toast.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { BULK_MAX, everyMatching, runBulk } from './bulk-jobs.ts';
import { isFiltered, type JobSearch } from './job-search.ts';
import { type BulkKind, canTake, type Progress } from './run-each.ts';

type BulkBarProps = {
  search: JobSearch;
  selected: AnyJob[];
  /** Every job that fits the filters, also those that are not loaded. */
  allMatching: boolean;
  onAllMatching(all: boolean): void;
  onClear(): void;
};

const words = { cancel: ['Cancel', 'cancelled'], retry: ['Run again', 'started again'] } as const;

/** What can be done with the chosen jobs. Work in progress is shown here and can be stopped. */
export function BulkBar({ search, selected, allMatching, onAllMatching, onClear }: BulkBarProps) {
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState<BulkKind>();
  const [withCurrentVersion, setWithCurrentVersion] = useState(false);
  const [progress, setProgress] = useState<Progress & { kind: BulkKind }>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  async function run(kind: BulkKind): Promise<void> {
    const controller = new AbortController();
    stop.current = controller;
    const { signal } = controller;
    const accepts = (job: AnyJob) => canTake(kind, job.status_code);
    setProgress({ kind, done: 0, failed: 0 });
    try {
      const end = await runBulk(allMatching ? everyMatching(search, signal, accepts) : selected.filter(accepts), {
        kind,
        withCurrentVersion,
        onProgress: (now) => setProgress({ kind, ...now }),
        signal,
      });
      const failed = end.failed > 0 ? `${end.failed} failed: ${end.firstError}` : undefined;
      showToast(
        `${formatNumber(end.done)} jobs ${words[kind][1]}${controller.signal.aborted ? ', then stopped' : ''}`,
        {
          ...(failed && { description: failed, tone: 'danger' as const }),
        },
      );
    } finally {
      setProgress(undefined);
      onClear();
      await queryClient.invalidateQueries({ queryKey: keys.jobs() });
    }
  }

  const count = (kind: BulkKind) => selected.filter((job) => canTake(kind, job.status_code)).length;
  const ask = (kind: BulkKind) => {
    if (!progress && (allMatching || count(kind) > 0)) setAsking(kind);
  };
  useShortcuts([
    { keys: 'r', label: 'Run the selected jobs again', run: () => ask('retry') },
    { keys: 'c', label: 'Cancel the selected jobs', run: () => ask('cancel') },
  ]);

  if (progress) {
    return (
      <div role="status" className={barClass}>
        <progress aria-label="Jobs done" className="h-2 w-40 accent-accent" />
        <span className="tabular-nums">
          {formatNumber(progress.done)} {words[progress.kind][1]}
          {progress.failed > 0 && `, ${formatNumber(progress.failed)} not`}
        </span>
        <Button onClick={() => stop.current?.abort()}>Stop</Button>
      </div>
    );
  }
  const label = (kind: BulkKind) => (allMatching ? 'all that match' : formatNumber(count(kind)));
  return (
    <div className={barClass}>
      <span className="font-medium">
        {allMatching
          ? `All jobs that match (at most ${formatNumber(BULK_MAX)})`
          : `${formatNumber(selected.length)} selected`}
      </span>
      {!allMatching && isFiltered(search) && (
        <Button variant="quiet" onClick={() => onAllMatching(true)}>
          Select all that match
        </Button>
      )}
      <Button
        icon={<RotateCw size={14} aria-hidden />}
        disabled={!allMatching && count('retry') === 0}
        onClick={() => setAsking('retry')}
      >
        Run again: {label('retry')}
      </Button>
      <Button
        icon={<CircleSlash size={14} aria-hidden />}
        disabled={!allMatching && count('cancel') === 0}
        onClick={() => setAsking('cancel')}
      >
        Cancel: {label('cancel')}
      </Button>
      {selected.length === 2 && !allMatching && (
        <Link to="/jobs/compare" search={{ a: selected[1]!.id, b: selected[0]!.id }} className={buttonClass()}>
          <GitCompare size={14} aria-hidden />
          Compare
        </Link>
      )}
      <Button variant="quiet" icon={<X size={14} aria-hidden />} onClick={onClear}>
        Clear selection
      </Button>
      <ConfirmDialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={asking === 'cancel' ? `Cancel ${label('cancel')} jobs?` : `Run ${label('retry')} jobs again?`}
        description={
          asking === 'cancel'
            ? 'They stop as soon as possible. You pay for what they have used so far. This cannot be undone.'
            : 'Each becomes a new job with the same inputs, at the normal cost.'
        }
        action={asking === 'cancel' ? 'Cancel jobs' : 'Run again'}
        danger={asking === 'cancel'}
        onConfirm={async () => {
          if (asking) void run(asking);
        }}
      >
        {asking === 'retry' && (
          <Checkbox
            label="Use the current version of each agent instead of the one that ran"
            checked={withCurrentVersion}
            onChange={setWithCurrentVersion}
          />
        )}
      </ConfirmDialog>
    </div>
  );
}

const barClass =
  'sticky bottom-4 z-20 mx-auto mt-4 flex w-fit flex-wrap items-center gap-2 rounded-md border border-border bg-raised px-3 py-2 shadow-dialog';
