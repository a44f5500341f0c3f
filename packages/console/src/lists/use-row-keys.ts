import type { RefObject } from 'react';
import { useShortcuts } from '../shell/shortcuts.ts';

/** J and K move the focus through the links of the rows, so that Enter opens one. */
export function useRowKeys(frame: RefObject<HTMLElement | null>): void {
  const walk = (by: number) => {
    const rows = [...(frame.current?.querySelectorAll('tbody > tr') ?? [])];
    const links = rows.flatMap((row) => row.querySelector<HTMLElement>('a[href]') ?? []);
    const at = links.findIndex((link) => link.closest('tr')?.contains(document.activeElement));
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  };
  useShortcuts([
    { keys: 'j', label: 'Next row; Enter opens it', run: () => walk(1) },
    { keys: 'k', label: 'Previous row', run: () => walk(-1) },
  ]);
}
