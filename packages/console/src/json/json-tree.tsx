import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Download, Search } from 'lucide-react';
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '../design/button.tsx';
import { CopyButton } from '../design/copy.tsx';
import { cx } from '../design/cx.ts';
import { controlClass } from '../design/field.tsx';
import { formatBytes, formatNumber } from '../design/format.ts';
import { findInJson, type JsonRow, listJsonRows, openToDepth, parseJsonText, writeJsonText } from './json-rows.ts';
import { saveText } from './save-text.ts';
import { TextView } from './text-view.tsx';

const ROW_HEIGHT = 22;
const TEXT_SHOWN = 240;
/** Parsing longer texts is noticeably slow, so it is done on request. */
const AT_ONCE_BYTES = 3_000_000;
const PREVIEW_CHARACTERS = 20_000;

type JsonTextProps = { text: string; label: string; fileName: string };

/** Shows JSON text of any size: a tree if it is small, its beginning and a button if it is large. */
export function JsonText({ text, label, fileName }: JsonTextProps) {
  const [isOpen, setIsOpen] = useState(text.length <= AT_ONCE_BYTES);
  const parsed = useMemo(() => (isOpen ? parseJsonText(text) : undefined), [isOpen, text]);
  if (parsed !== undefined) return <JsonTree value={parsed.value} label={label} fileName={fileName} text={text} />;
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-muted">
          {formatBytes(text.length)}
          {text.length > PREVIEW_CHARACTERS && `, the first ${formatNumber(PREVIEW_CHARACTERS)} characters are shown`}
        </span>
        {!isOpen && <Button onClick={() => setIsOpen(true)}>Open as a tree</Button>}
        <Button icon={<Download size={14} aria-hidden />} onClick={() => saveText(text, fileName)}>
          Download
        </Button>
      </div>
      <TextView text={text.slice(0, PREVIEW_CHARACTERS)} label={label} />
    </div>
  );
}

type JsonTreeProps = {
  value: unknown;
  label: string;
  fileName: string /** As it was written, when that is known. */;
  text?: string;
};

export function JsonTree({ value, label, fileName, text }: JsonTreeProps) {
  const [open, setOpen] = useState(() => openToDepth(value, 2));
  const [wanted, setWanted] = useState('');
  const [at, setAt] = useState(0);
  const [active, setActive] = useState(0);
  // Searching a large value takes a moment, so typing has priority.
  const sought = useDeferredValue(wanted);
  const found = useMemo(() => (sought.length < 2 ? undefined : findInJson(value, sought)), [value, sought]);
  const rows = useMemo(() => listJsonRows(value, open), [value, open]);
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  });
  const hit = found?.hits[at];

  function toggle(id: string): void {
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  function goTo(place: number): void {
    const target = found?.hits[place];
    if (target === undefined) return;
    setAt(place);
    const opened = new Set([...open, ...target.opens]);
    setOpen(opened);
    const index = listJsonRows(value, opened).findIndex((row) => row.id === target.id);
    requestAnimationFrame(() => virtualizer.scrollToIndex(index, { align: 'center' }));
  }

  function onKey(event: KeyboardEvent): void {
    const row = rows[active];
    if (event.key === 'ArrowDown') move(active + 1);
    else if (event.key === 'ArrowUp') move(active - 1);
    else if (event.key === 'ArrowRight' && row && row.kind !== 'leaf' && !row.isOpen) toggle(row.id);
    else if (event.key === 'ArrowLeft' && row?.isOpen) toggle(row.id);
    else if (event.key === 'ArrowLeft')
      move(rows.findLastIndex((one, index) => index < active && one.depth < (row?.depth ?? 0)));
    else return;
    event.preventDefault();
  }
  function move(index: number): void {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtualizer.scrollToIndex(next);
  }

  return (
    <div className="rounded-md border border-border bg-surface">
      <div className="flex flex-wrap items-center gap-2 border-b border-border p-1.5">
        <SearchField
          label={`Search in ${label}`}
          value={wanted}
          onChange={(next) => {
            setWanted(next);
            setAt(-1);
          }}
          onStep={(by) => {
            if (found?.hits.length) goTo((at + by + found.hits.length) % found.hits.length);
          }}
        />
        <SearchStatus found={found} at={at} />
        <span className="ml-auto flex items-center">
          <FoldButtons value={value} onOpen={setOpen} />
          <IconButton
            label="Download JSON"
            icon={<Download size={14} aria-hidden />}
            onClick={() => saveText(text ?? writeJsonText(value), fileName)}
          />
        </span>
      </div>
      <div
        ref={frame}
        role="tree"
        aria-label={label}
        aria-activedescendant={`${fileName}-${active}`}
        tabIndex={0}
        onKeyDown={onKey}
        className="max-h-[32rem] overflow-auto p-1.5 font-mono text-code"
      >
        <div className="relative w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <Line
              {...{ id: `${fileName}-${index}`, row: rows[index]!, top: start, onToggle: toggle }}
              key={rows[index]!.id}
              isHit={rows[index]!.id === hit?.id}
              isActive={index === active}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const FoldButtons = ({ value, onOpen }: { value: unknown; onOpen(open: Set<string>): void }) => (
  <>
    <Button variant="quiet" size="sm" onClick={() => onOpen(openToDepth(value, 20))}>
      Expand
    </Button>
    <Button variant="quiet" size="sm" onClick={() => onOpen(new Set())}>
      Collapse
    </Button>
  </>
);

type SearchFieldProps = { label: string; value: string; onChange(value: string): void; onStep(by: 1 | -1): void };

/** Enter goes to the next hit, with Shift to the one before. */
const SearchField = ({ label, value, onChange, onStep }: SearchFieldProps) => (
  <div className="relative w-52">
    <Search size={13} aria-hidden className="absolute top-1.75 left-2 text-faint" />
    <input
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && onStep(event.shiftKey ? -1 : 1)}
      className={cx(controlClass, 'h-7 pl-7 text-sm')}
      placeholder="Search"
    />
  </div>
);

type Found = ReturnType<typeof findInJson>;

const SearchStatus = ({ found, at }: { found: Found | undefined; at: number }) => (
  <span role="status" className="text-xs text-muted">
    {found !== undefined && searchWords(found, at)}
  </span>
);

function searchWords(found: Found, at: number): string {
  const count = `${formatNumber(found.hits.length)}${found.sawAll ? '' : ' or more'}`;
  if (found.hits.length === 0) return 'Not found';
  return at < 0 ? `${count} found: Enter shows them` : `${formatNumber(at + 1)} of ${count}`;
}

type LineProps = {
  id: string;
  row: JsonRow;
  top: number;
  isHit: boolean;
  isActive: boolean;
  onToggle(id: string): void;
};

function Line({ id, row, top, isHit, isActive, onToggle }: LineProps) {
  const isBranch = row.kind !== 'leaf';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys for its lines
    // biome-ignore lint/a11y/useFocusableInteractive: the tree keeps the focus and names the active line
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-expanded={isBranch ? row.isOpen : undefined}
      aria-selected={isActive}
      onClick={() => isBranch && onToggle(row.id)}
      className={cx(
        'group absolute flex h-[22px] w-full items-center gap-1 rounded-sm pr-1 whitespace-nowrap hover:bg-hover',
        isHit && 'bg-warning-soft',
        isActive && 'outline outline-border',
        isBranch && 'cursor-pointer',
      )}
      style={{ transform: `translateY(${top}px)`, paddingLeft: row.depth * 16 + 4 }}
    >
      <span className="w-3.5 shrink-0 text-muted" aria-hidden>
        {isBranch && (row.isOpen ? <ChevronDown size={12} /> : <ChevronRight size={12} />)}
      </span>
      {row.label !== '' && (
        <span className="text-accent">
          {row.label}
          {row.kind !== 'group' && <span className="text-muted">:</span>}
        </span>
      )}
      <Value row={row} />
      <span className="ml-2 hidden shrink-0 items-center group-hover:inline-flex">
        {row.kind !== 'group' && (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keeps a click on the button from folding the line
          // biome-ignore lint/a11y/noStaticElementInteractions: see above
          <span onClick={(event) => event.stopPropagation()}>
            <CopyButton text={copyText(row)} label={`Copy ${row.path || 'value'}`} />
          </span>
        )}
      </span>
    </div>
  );
}

/** Serializing 50 MB for a button that nobody presses would be slow, so the button of a large part copies its path. */
const copyText = (row: JsonRow): string =>
  row.kind === 'leaf' ? String(row.value) : row.size > 5_000 ? row.path : writeJsonText(row.value);

function Value({ row }: { row: JsonRow }) {
  const { value, kind, size, isOpen } = row;
  if (kind === 'group') return null;
  if (kind !== 'leaf') {
    const [before, after] = kind === 'array' ? ['[', ']'] : ['{', '}'];
    return (
      <span className="text-muted">
        {before}
        {!isOpen && ` ${formatNumber(size)} ${kind === 'array' ? 'items' : 'members'} ${after}`}
      </span>
    );
  }
  if (typeof value !== 'string') return <span className="text-started">{String(value)}</span>;
  const cut = value.length > TEXT_SHOWN;
  return (
    <span dir="auto" title={cut ? value.slice(0, 4_000) : undefined} className="truncate text-success">
      {JSON.stringify(cut ? value.slice(0, TEXT_SHOWN) : value)}
      {cut && <span className="text-muted"> … {formatNumber(value.length)} characters</span>}
    </span>
  );
}
