import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createKeySequence } from './key-sequence.ts';

// Keys that do something. They are silent while somebody types or a dialog is open, and are listed in the sheet that ?
// opens. Compared by event.key, so that they work on every keyboard layout.

export type Shortcut = { keys: string; label: string; run(): void };

const pageShortcuts = new Set<readonly Shortcut[]>();
let listed: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  listed = [...pageShortcuts].flat();
  for (const listener of listeners) listener();
}

/** Shortcuts of the page that calls this, while it is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // Before the page is seen: whoever sees it may press a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew only when keys or labels change
  useLayoutEffect(() => {
    const stable = latest.current.map((shortcut, index) => ({ ...shortcut, run: () => latest.current[index]?.run() }));
    pageShortcuts.add(stable);
    changed();
    return () => {
      pageShortcuts.delete(stable);
      changed();
    };
  }, [signature]);
}

export const usePageShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => listed,
  );

const isField = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && /^(input|textarea|select)$/i.test(target.tagName);

const isTyping = (target: EventTarget | null): boolean =>
  isField(target) || (target instanceof HTMLElement && (target.isContentEditable || target.shadowRoot !== null));

const isPressedBySpace = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('button, summary, video, audio, [role]:not(main, section)') !== null;

const OVERLAYS = '[role="dialog"]:not([aria-modal="false"]), [role="alertdialog"], [role="menu"], [role="listbox"]';

/** Toasts are dialogs too, which stand beside the page and not over it. A closed list stays in the page, unseen. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some((overlay) => overlay.checkVisibility({ visibilityProperty: true }));

/** Listens for all shortcuts; `general` are those of the shell. Returns how to stop. */
export function listenForShortcuts(general: readonly Shortcut[]): () => void {
  const sequence = createKeySequence();
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isField(event.target) && !event.defaultPrevented && !isDialogOpen()) {
      // Out of the field, so that keys do something again; a search field keeps its text.
      event.preventDefault();
      event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    if (event.key === ' ' && isPressedBySpace(event.target)) return;
    // What was opened last is on top, and its keys count.
    const known = [...listed.toReversed(), ...general];
    const found = sequence.press(event.key === ' ' ? 'space' : event.key, event.timeStamp, known);
    if (!found) return;
    event.preventDefault();
    found.run();
  }
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
