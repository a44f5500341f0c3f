import { type AnyJob, type BulkBody, isFinalStatus } from '@errand/sdk';
import { Link } from '@tanstack/react-router';
import { CircleSlash, Ellipsis, GitCompare, RotateCw, X } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClass } from '../../design/button.tsx';
import { formatNumber } from '../../design/format.ts';
import { Menu } from '../../design/menu.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkKind, bulkWords } from './bulk-words.ts';
import { isFiltered, type JobSearch, toJobFilter } from './job-search.ts';

type BulkBarProps = {
  search: JobSearch;
  selected: AnyJob[];
  /** Every job that matches the filters, including those that are not loaded. */
  allMatching: boolean;
  onAllMatching(all: boolean): void;
  onClear(): void;
};

/** Only jobs that are not final can be cancelled, and only final ones can be run again. */
const canTake = (kind: BulkKind, { status_code: code }: AnyJob): boolean => isFinalStatus(code) === (kind !== 'cancel');

/** The bulk actions for the selected jobs. The server runs them, and each has its own page. */
export function BulkBar({ search, selected, allMatching, onAllMatching, onClear }: BulkBarProps) {
  const [asking, setAsking] = useState<{ kind: BulkKind; now: number }>();
  const count = (kind: BulkKind) => selected.filter((job) => canTake(kind, job)).length;
  const ask = (kind: BulkKind) => {
    if (allMatching || count(kind) > 0) setAsking({ kind, now: Date.now() });
  };
  useShortcuts([
    { keys: 'r', label: 'Run the selected jobs again', run: () => ask('retry') },
    { keys: 'c', label: 'Cancel the selected jobs', run: () => ask('cancel') },
  ]);
  const label = (kind: BulkKind) => (allMatching ? 'all that match' : formatNumber(count(kind)));
  const jobs = (now: number): Partial<Pick<BulkBody, 'filter' | 'job_ids'>> =>
    allMatching ? { filter: toJobFilter(search, now) } : { job_ids: selected.map((job) => job.id) };
  return (
    <div className={barClass}>
      <span className="font-medium">
        {allMatching ? 'All jobs that match' : `${formatNumber(selected.length)} selected`}
      </span>
      {!allMatching && isFiltered(search) && (
        <Button variant="quiet" onClick={() => onAllMatching(true)}>
          Select all that match
        </Button>
      )}
      <Button
        icon={<RotateCw size={14} aria-hidden />}
        disabled={!allMatching && count('retry') === 0}
        onClick={() => ask('retry')}
      >
        Run again: {label('retry')}
      </Button>
      <Button
        icon={<CircleSlash size={14} aria-hidden />}
        disabled={!allMatching && count('cancel') === 0}
        onClick={() => ask('cancel')}
      >
        Cancel: {label('cancel')}
      </Button>
      <Menu
        trigger={<Button icon={<Ellipsis size={14} aria-hidden />}>More</Button>}
        items={[
          { label: `${bulkWords.add_to_set.offer}…`, onSelect: () => ask('add_to_set') },
          { label: `${bulkWords.delete_data.offer}…`, onSelect: () => ask('delete_data'), danger: true },
        ]}
      />
      {selected.length === 2 && !allMatching && (
        <Link to="/jobs/compare" search={{ a: selected[1]!.id, b: selected[0]!.id }} className={buttonClass()}>
          <GitCompare size={14} aria-hidden />
          Compare
        </Link>
      )}
      <Button variant="quiet" icon={<X size={14} aria-hidden />} onClick={onClear}>
        Clear selection
      </Button>
      {asking && <BulkDialog kind={asking.kind} jobs={jobs(asking.now)} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

const barClass =
  'sticky bottom-[calc(var(--bar-height)+16px)] z-20 mx-auto mt-4 flex w-fit flex-wrap items-center gap-2 rounded-md border border-border bg-raised px-3 py-2 shadow-dialog';
