import { keepPreviousData } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import { useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { cx } from '../../design/cx.ts';
import { controlClass } from '../../design/field.tsx';
import { errand } from '../../session/client.ts';

type QueryInputProps = {
  query: string;
  onQuery(query: string): void;
  input: RefObject<HTMLInputElement | null>;
  problem: string | undefined;
};

const HINT = 'status:failure -model:small cost:>0.5 output.total:>500 metadata.case:A-17 since:24h, or any words';

/** A field for job queries with completion of existing fields and values. Enter applies the query. */
export function QueryInput({ query, onQuery, input, problem }: QueryInputProps) {
  const [text, setText] = useState(query);
  const [at, setAt] = useState(query.length);
  const [isOpen, setIsOpen] = useState(false);
  const [chosen, setChosen] = useState(-1);
  const { data } = useRead(
    keys.jobSuggestions(text, at),
    (options) => errand.jobs.suggestions({ q: text, at }, options),
    { enabled: isOpen, placeholderData: keepPreviousData, staleTime: 30_000 },
  );
  const suggestions = (isOpen && data?.suggestions) || [];

  function take(place: number): void {
    const suggestion = suggestions[place];
    if (suggestion === undefined || data === undefined) return;
    const space = /[:.]$/.test(suggestion.text) ? '' : ' ';
    const next = `${text.slice(0, data.from)}${suggestion.text}${space}${text.slice(data.to).trimStart()}`;
    setText(next);
    setAt(data.from + suggestion.text.length + space.length);
    setChosen(-1);
    input.current?.focus();
  }

  function onKey(event: KeyboardEvent): void {
    const { key } = event;
    if ((key === 'ArrowDown' || key === 'ArrowUp') && suggestions.length > 0) {
      event.preventDefault();
      const next = chosen + (key === 'ArrowDown' ? 1 : -1);
      setChosen(next < 0 ? suggestions.length - 1 : next % suggestions.length);
    } else if (key === 'Escape' && isOpen) {
      event.stopPropagation();
      setIsOpen(false);
    } else if (key === 'Enter') {
      event.preventDefault();
      if (chosen >= 0) take(chosen);
      else {
        setIsOpen(false);
        onQuery(text.trim());
      }
    }
  }

  return (
    <search className="relative min-w-60 flex-1 max-sm:basis-full">
      <Search size={14} aria-hidden className="absolute top-2.5 left-2.5 text-faint" />
      <input
        ref={input}
        role="combobox"
        aria-label="Filter jobs"
        aria-expanded={suggestions.length > 0}
        aria-controls="query-suggestions"
        aria-activedescendant={chosen < 0 ? undefined : `query-suggestion-${chosen}`}
        aria-describedby={problem === undefined ? undefined : 'query-problem'}
        aria-invalid={problem !== undefined || undefined}
        aria-autocomplete="list"
        placeholder={HINT}
        autoComplete="off"
        spellCheck={false}
        value={text}
        className={`${controlClass} h-8 pl-8`}
        onChange={(event) => {
          setText(event.target.value);
          setAt(event.target.selectionStart ?? event.target.value.length);
          setIsOpen(true);
          setChosen(-1);
        }}
        onKeyDown={onKey}
        onBlur={() => setIsOpen(false)}
      />
      {suggestions.length > 0 && (
        <Completions suggestions={suggestions} chosen={chosen} onChoose={setChosen} onTake={take} />
      )}
      {problem !== undefined && (
        <p id="query-problem" role="alert" className="mt-1 text-danger">
          {problem}
        </p>
      )}
    </search>
  );
}

type CompletionsProps = {
  suggestions: { text: string; about: string }[];
  chosen: number;
  onChoose(index: number): void;
  onTake(index: number): void;
};

const Completions = ({ suggestions, chosen, onChoose, onTake }: CompletionsProps) => (
  <div
    id="query-suggestions"
    role="listbox"
    aria-label="Completions"
    className="absolute inset-x-0 top-9 z-30 max-h-80 overflow-y-auto rounded-md border border-border bg-raised py-1 shadow-dialog"
  >
    {suggestions.map(({ text, about }, index) => (
      <div
        key={text}
        id={`query-suggestion-${index}`}
        role="option"
        tabIndex={-1}
        aria-selected={index === chosen}
        className={cx('flex cursor-pointer justify-between gap-4 px-3 py-1', index === chosen && 'bg-hover')}
        onPointerEnter={() => onChoose(index)}
        onPointerDown={(event) => {
          // Keeps the focus in the field.
          event.preventDefault();
          onTake(index);
        }}
      >
        <bdi className="truncate font-mono text-code">{text}</bdi>
        <span className="truncate text-muted">{about}</span>
      </div>
    ))}
  </div>
);
