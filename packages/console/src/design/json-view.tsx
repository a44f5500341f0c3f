import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { CopyButton } from './copy.tsx';

// A tree that renders only its open parts, so that 50 MB of JSON cost no more than what is visible. React renders
// values as text, so their content is shown and never executed.

const CHILDREN_STEP = 100;
const TEXT_SHOWN = 2_000;

type JsonViewProps = { value: unknown /** Levels that are open at first. */; depth?: number; label?: string };

export function JsonView({ value, depth = 2, label = 'JSON' }: JsonViewProps) {
  return (
    <div className="relative rounded-md border border-border bg-surface">
      <section tabIndex={0} aria-label={label} className="max-h-[32rem] overflow-auto p-3 pr-11 font-mono text-code">
        <Node value={value} depth={depth} />
      </section>
      <div className="absolute top-1.5 right-3 rounded-sm bg-surface">
        <CopyButton text={JSON.stringify(value, null, 2) ?? ''} label="Copy JSON" />
      </div>
    </div>
  );
}

function Node({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const [open, setOpen] = useState(depth > 0);
  const [shown, setShown] = useState(CHILDREN_STEP);
  if (typeof value !== 'object' || value === null) {
    return (
      <div className="break-words whitespace-pre-wrap">
        <Name name={name} />
        <Leaf value={value} />
      </div>
    );
  }
  const isList = Array.isArray(value);
  const entries = isList ? value.map((one, index) => [String(index), one] as const) : Object.entries(value);
  const [before, after] = isList ? ['[', ']'] : ['{', '}'];
  if (entries.length === 0) {
    return (
      <div>
        <Name name={name} />
        {before}
        {after}
      </div>
    );
  }
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="inline-flex items-center gap-0.5 rounded-sm hover:bg-hover"
      >
        {open ? <ChevronDown size={12} aria-hidden /> : <ChevronRight size={12} aria-hidden />}
        <Name name={name} />
        {before}
        {!open && (
          <span className="text-muted">
            {' '}
            {entries.length} {isList ? 'items' : 'members'} {after}
          </span>
        )}
      </button>
      {open && (
        <>
          <div className="ml-1.5 border-l border-border pl-3.5">
            {entries.slice(0, shown).map(([key, one]) => (
              <Node key={key} name={key} value={one} depth={depth - 1} />
            ))}
            {entries.length > shown && (
              <button
                type="button"
                className="rounded-sm text-accent underline"
                onClick={() => setShown(shown + CHILDREN_STEP * 10)}
              >
                Show more of {entries.length}
              </button>
            )}
          </div>
          {after}
        </>
      )}
    </div>
  );
}

function Name({ name }: { name: string | undefined }) {
  if (name === undefined) return null;
  return (
    <>
      <span className="text-accent">{name}</span>
      <span className="text-muted">: </span>
    </>
  );
}

function Leaf({ value }: { value: unknown }) {
  const [whole, setWhole] = useState(false);
  if (typeof value !== 'string') return <span className="text-started">{JSON.stringify(value) ?? 'undefined'}</span>;
  const isLong = value.length > TEXT_SHOWN && !whole;
  return (
    <span dir="auto" className="text-success">
      {JSON.stringify(isLong ? value.slice(0, TEXT_SHOWN) : value)}
      {isLong && (
        <button type="button" className="ml-1 rounded-sm text-accent underline" onClick={() => setWhole(true)}>
          show all {value.length} characters
        </button>
      )}
    </span>
  );
}
