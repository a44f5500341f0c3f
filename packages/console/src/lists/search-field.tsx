import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../design/cx.ts';
import { EmptyState } from '../design/empty-state.tsx';
import { controlClass } from '../design/field.tsx';
import { useShortcuts } from '../shell/shortcuts.ts';

const PAUSE_MS = 250;

type SearchFieldProps = {
  label: string;
  placeholder: string;
  /** The search parameter that holds the text. */
  name?: string;
  className?: string;
};

/** Searches a list when typing pauses. The text is in the address, so that Back and links restore it. */
export function SearchField({ label, placeholder, name = 'q', className }: SearchFieldProps) {
  const box = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const outside = String((useSearch({ strict: false }) as Record<string, unknown>)[name] ?? '');
  const [text, setText] = useState(outside);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setText(outside), [outside]);
  useEffect(() => () => clearTimeout(timer.current), []);
  useShortcuts([{ keys: '/', label, run: () => box.current?.focus() }]);
  const apply = (value: string) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, [name]: value || undefined, page: undefined })) as never,
      replace: true,
    });
  function type(value: string): void {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(value.trim()), PAUSE_MS);
  }
  return (
    <input
      ref={box}
      type="search"
      aria-label={label}
      placeholder={`${placeholder}  /`}
      value={text}
      onChange={(event) => type(event.target.value)}
      className={cx(controlClass, 'h-8', className ?? 'mb-3 max-w-md')}
    />
  );
}

/** Shown if a search finds nothing. */
export const NoMatch = ({ what }: { what: string }) => (
  <EmptyState title={`No matching ${what}`}>Search for another part of its name or description.</EmptyState>
);
