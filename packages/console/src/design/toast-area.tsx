import { Toast } from '@base-ui/react/toast';
import { X } from 'lucide-react';
import { useEffect } from 'react';
import { buttonClass, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { type AddToast, serveToasts } from './toast.ts';

const manager = Toast.createToastManager();

/** Long enough to read slowly and to reach the button with the keyboard. */
const UNDO_MS = 30_000;

const add: AddToast = (title, { description, undo, tone = 'neutral' }) => {
  const id = manager.add({
    title,
    description,
    type: tone,
    timeout: undo ? UNDO_MS : tone === 'danger' ? 12_000 : 5_000,
    ...(undo && {
      actionProps: {
        children: 'Undo',
        onClick: () => {
          manager.close(id);
          undo();
        },
      },
    }),
  });
};

/** Where toasts appear. Loaded after the first page. They are read out politely. */
export function ToastArea() {
  useEffect(() => serveToasts(add), []);
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-[calc(var(--bar-height)+16px)] z-50 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function ToastList() {
  const { toasts } = Toast.useToastManager();
  return toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className={cx(
        'flex items-start gap-3 rounded-md border bg-raised text-text px-3 py-2.5 shadow-dialog transition-opacity data-ending-style:opacity-0 data-limited:hidden data-starting-style:opacity-0',
        toast.type === 'danger' ? 'border-danger' : 'border-border',
      )}
    >
      <div className="min-w-0 flex-1">
        <Toast.Title className="font-medium" />
        <Toast.Description className="mt-0.5 break-words text-muted" />
      </div>
      {toast.actionProps && <Toast.Action className={buttonClass('secondary', 'sm')} />}
      {/* The library hides it in stacked toasts, but ours are listed one below the other. */}
      <Toast.Close aria-hidden={false} render={<IconButton label="Dismiss" icon={<X size={14} aria-hidden />} />} />
    </Toast.Root>
  ));
}
