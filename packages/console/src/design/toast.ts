// Toasts tell how an action ended. Actions that can be undone offer Undo here instead of asking beforehand. What shows
// them is loaded after the first page (toast-area.tsx), and what comes earlier waits.

type ToastOptions = { description?: string; undo?: () => void; tone?: 'neutral' | 'danger' };
export type AddToast = (title: string, options: ToastOptions) => void;

const waiting: [title: string, options: ToastOptions][] = [];
let add: AddToast | undefined;

export function showToast(title: string, options: ToastOptions = {}): void {
  if (add === undefined) waiting.push([title, options]);
  else add(title, options);
}

/** Shows what went wrong, in plain words. */
export function showError(error: unknown, what = 'Something went wrong'): void {
  showToast(what, { description: error instanceof Error ? error.message : String(error), tone: 'danger' });
}

/** Called by what shows toasts, once it is there. */
export function serveToasts(show: AddToast): void {
  add = show;
  for (const [title, options] of waiting.splice(0)) show(title, options);
}
