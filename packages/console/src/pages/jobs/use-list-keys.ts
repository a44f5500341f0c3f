import type { AnyJob } from '@errand/sdk/overview.ts';
import { type RefObject, useEffect, useState } from 'react';

type Options = {
  filterInput: RefObject<HTMLInputElement | null>;
  onToggle(id: string): void;
  onClear(): void;
};

/** J and K walk through the rows, X selects, / goes to the filter, Escape clears. Silent while something is typed. */
export function useListKeys(jobs: AnyJob[], { filterInput, onToggle, onClear }: Options): number {
  const [active, setActive] = useState(-1);
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return;
      const key = event.key.toLowerCase();
      if (key === 'j' || key === 'k') {
        setActive((at) => Math.max(0, Math.min(jobs.length - 1, at + (key === 'j' ? 1 : -1))));
      } else if (key === 'x' && jobs[active]) onToggle(jobs[active].id);
      else if (key === '/' || key === 'f') filterInput.current?.focus();
      else if (key === 'escape') onClear();
      else return;
      event.preventDefault();
    }
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [jobs, active, filterInput, onToggle, onClear]);
  return Math.min(active, jobs.length - 1);
}

/** Whether keys belong to something else: a field, an open dialog or menu. */
export function isBusy(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return true;
  return document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
}
