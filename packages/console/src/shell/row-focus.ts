import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';

// The keyboard in lists: J and K move the focus through the links of the rows of all tables of a page, so that Enter opens
// one, and Back puts the focus on the row that was opened.

const ROWS = 'main table tbody > tr';
/** How long a list may take to load before the focus stays where it is. */
const PATIENCE_MS = 3_000;
const ENTRIES_MAX = 200;

/** The link that had the focus, by the entry of the browser's history. */
const focused = new Map<string, string>();

/** Moves the focus by so many rows. */
export function walkRows(by: number): void {
  const links = [...document.querySelectorAll(ROWS)].flatMap((row) => row.querySelector<HTMLElement>('a[href]') ?? []);
  const seen = links.filter((link) => link.checkVisibility());
  const at = seen.findIndex((link) => link.closest('tr')!.contains(document.activeElement));
  seen[Math.max(0, Math.min(seen.length - 1, at + by))]?.focus();
}

/** Remembers the row that has the focus, and gives it back when the user returns by Back or Forward. */
export function useRowFocus(): void {
  const entry = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.__TSR_key });
  useEffect(() => {
    if (entry === undefined) return;
    const before = focused.get(entry);
    const note = (target: EventTarget | null): void => {
      const link = target instanceof HTMLAnchorElement && target.closest(ROWS) !== null;
      if (link) remember(entry, target.getAttribute('href') ?? '');
    };
    const onFocus = ({ target }: FocusEvent): void => note(target);
    addEventListener('focusin', onFocus);
    // A change of the address that replaces the entry leaves the focus where it is.
    note(document.activeElement);
    const stop = before === undefined ? undefined : focusWhenThere(before);
    return () => {
      removeEventListener('focusin', onFocus);
      stop?.();
    };
  }, [entry]);
}

function remember(entry: string, href: string): void {
  focused.delete(entry);
  focused.set(entry, href);
  if (focused.size > ENTRIES_MAX) focused.delete(focused.keys().next().value!);
}

/** Focuses the link as soon as the list shows it, unless the user does something else before. */
function focusWhenThere(href: string): () => void {
  const main = document.querySelector('main');
  const observer = new MutationObserver(attempt);
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const kind of ['keydown', 'pointerdown'] as const) addEventListener(kind, stop);
  if (main !== null) observer.observe(main, { childList: true, subtree: true });
  attempt();
  return stop;

  function attempt(): void {
    const link = document.querySelector<HTMLElement>(`${ROWS} a[href="${CSS.escape(href)}"]`);
    if (link === null) return;
    stop();
    link.focus({ preventScroll: true });
  }

  function stop(): void {
    clearTimeout(timer);
    observer.disconnect();
    for (const kind of ['keydown', 'pointerdown'] as const) removeEventListener(kind, stop);
  }
}
