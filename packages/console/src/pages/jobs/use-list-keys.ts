import type { AnyJob } from '@errand/sdk';
import { type RefObject, useState } from 'react';
import { useShortcuts } from '../../shell/shortcuts.ts';

type Options = {
  filterInput: RefObject<HTMLInputElement | null>;
  onToggle(id: string): void;
  onClear(): void;
  /** The job beside the list, and how to show another or none. */
  peeked: string | undefined;
  onPeek(id: string | undefined): void;
};

/**
 * J and K move through the rows, and an open peek follows. Space peeks, X selects, / goes to the filter, Escape clears.
 * Returns the active row.
 */
export function useListKeys(jobs: AnyJob[], { filterInput, onToggle, onClear, peeked, onPeek }: Options) {
  const [active, setActive] = useState(-1);
  const at = Math.min(active, jobs.length - 1);
  const goTo = (place: number) => {
    setActive(place);
    if (peeked !== undefined && jobs[place]) onPeek(jobs[place].id);
  };
  const walk = (by: number) => {
    const from = peeked === undefined ? at : jobs.findIndex(({ id }) => id === peeked);
    goTo(Math.max(0, Math.min(jobs.length - 1, from + by)));
  };
  const peek = (place: number) => {
    setActive(place);
    if (jobs[place]) onPeek(jobs[place].id === peeked ? undefined : jobs[place].id);
  };
  const filter = () => filterInput.current?.focus();
  useShortcuts([
    { keys: 'j', label: 'Next job; Enter opens it', run: () => walk(1) },
    { keys: 'k', label: 'Previous job', run: () => walk(-1) },
    { keys: 'space', label: 'Peek at the job', run: () => peek(Math.max(0, at)) },
    { keys: 'x', label: 'Select the job', run: () => jobs[at] && onToggle(jobs[at].id) },
    { keys: '/', label: 'Filter', run: filter },
    { keys: 'f', label: 'Filter', run: filter },
    { keys: 'escape', label: 'Clear the selection', run: onClear },
  ]);
  return { active: at, goTo: setActive, peek };
}
