import { useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { createKeySequence } from './key-sequence.ts';

// Keyboard shortcuts. They are off while the user types or a dialog is open, and are listed in the sheet that ? opens.
// They are compared by event.key, so that they work on every keyboard layout.

export type Shortcut = { keys: string; label: string; run(): void };

const pageShortcuts = new Set<readonly Shortcut[]>();
let listed: readonly Shortcut[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  listed = [...pageShortcuts].flat();
  for (const listener of listeners) listener();
}

/** Registers the shortcuts of a page while it is shown. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts);
  latest.current = shortcuts;
  const signature = shortcuts.map(({ keys, label }) => `${keys} ${label}`).join('\n');
  // Registered before the page is visible, because the user may press a key at once.
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

/** Toasts are dialogs too, but do not cover the page. A closed list stays in the page, hidden. */
const isDialogOpen = (): boolean =>
  [...document.querySelectorAll(OVERLAYS)].some((overlay) => overlay.checkVisibility({ visibilityProperty: true }));

/** Listens for all shortcuts. `general` are those of the shell. Returns a function that stops it. */
export function listenForShortcuts(general: readonly Shortcut[]): () => void {
  const sequence = createKeySequence();
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && isField(event.target) && !event.defaultPrevented && !isDialogOpen()) {
      // Leaves the field, so that shortcuts work again. A search field keeps its text.
      event.preventDefault();
      event.target.blur();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping(event.target) || isDialogOpen()) return;
    if (event.key === ' ' && isPressedBySpace(event.target)) return;
    // The part that was opened last is on top, so its shortcuts take precedence.
    const known = [...listed.toReversed(), ...general];
    const found = sequence.press(event.key === ' ' ? 'space' : event.key, event.timeStamp, known);
    if (!found) return;
    event.preventDefault();
    found.run();
  }
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
