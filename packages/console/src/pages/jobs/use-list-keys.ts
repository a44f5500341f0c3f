import type { AnyJob } from '@errand/sdk';
import { type RefObject, useState } from 'react';
import { useShortcuts } from '../../shell/shortcuts.ts';

type Options = {
  filterInput: RefObject<HTMLInputElement | null>;
  onToggle(id: string): void;
  onClear(): void;
};

/** J and K walk through the rows, X selects, / goes to the filter, Escape clears. Gives the place that is walked to. */
export function useListKeys(jobs: AnyJob[], { filterInput, onToggle, onClear }: Options): number {
  const [active, setActive] = useState(-1);
  const walk = (by: number) => setActive((at) => Math.max(0, Math.min(jobs.length - 1, at + by)));
  const filter = () => filterInput.current?.focus();
  useShortcuts([
    { keys: 'j', label: 'Next job; Enter opens it', run: () => walk(1) },
    { keys: 'k', label: 'Previous job', run: () => walk(-1) },
    { keys: 'x', label: 'Select the job', run: () => jobs[active] && onToggle(jobs[active].id) },
    { keys: '/', label: 'Filter', run: filter },
    { keys: 'f', label: 'Filter', run: filter },
    { keys: 'escape', label: 'Clear the selection', run: onClear },
  ]);
  return Math.min(active, jobs.length - 1);
}
