import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button, IconButton } from './button.tsx';
import { cx } from './cx.ts';
import { showError, showToast } from './toast.ts';

type DialogProps = {
  open: boolean;
  /** Without it, the dialog cannot be dismissed: the user must choose one of its actions. */
  onClose?(): void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom. */
  actions?: ReactNode;
  wide?: boolean;
};

export function Dialog({ open, onClose, title, description, children, actions, wide }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose?.()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Popup
          ref={popup}
          initialFocus={(kind) => kind === 'touch' || firstField(popup)}
          className={cx(
            'fixed top-1/2 left-1/2 z-40 flex max-h-[85dvh] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-lg border border-border bg-raised shadow-dialog outline-none transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0',
            wide ? 'max-w-4xl' : 'max-w-lg',
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0">
              <BaseDialog.Title className="text-lg font-semibold">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="mt-1 text-muted">{description}</BaseDialog.Description>
              )}
            </div>
            {onClose && <BaseDialog.Close render={<IconButton label="Close" icon={<X size={16} aria-hidden />} />} />}
          </div>
          {children ? (
            <div data-body className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
              {children}
            </div>
          ) : (
            <div className="h-4" />
          )}
          {actions && <div className="flex justify-end gap-2 border-t border-border px-5 py-3">{actions}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

/** A dialog begins at its first field, not at the button that closes it. A field that took the focus itself keeps it. */
function firstField({ current: popup }: RefObject<HTMLElement | null>): HTMLElement | true {
  const active = document.activeElement;
  if (active instanceof HTMLElement && active !== popup && popup?.contains(active)) return active;
  const fields = 'input:not([type=hidden], [type=checkbox], [type=radio], [type=file]), textarea, [role=combobox]';
  return popup?.querySelector<HTMLElement>(`[data-body] :is(${fields}):not(:disabled)`) ?? true;
}

type ConfirmProps = {
  open: boolean;
  onClose(): void;
  title: string;
  /** Describes the effect and how much it affects. */
  description: ReactNode;
  action: string;
  danger?: boolean;
  /** Choices to make before confirming. */
  children?: ReactNode;
  onConfirm(): Promise<unknown>;
  /** Said when it is done, and when it failed. */
  done?: string;
  failed?: string;
  /** Called when it is done, for example to load lists again. */
  onDone?(): unknown;
  onFailed?(): unknown;
};

/** For actions that cannot be undone. Others get a toast with Undo instead. */
export function ConfirmDialog(props: ConfirmProps) {
  const { open, onClose, title, description, action, danger, children } = props;
  const { onConfirm, done, failed, onDone, onFailed } = props;
  const [busy, setBusy] = useState(false);
  async function confirm(): Promise<void> {
    setBusy(true);
    try {
      await onConfirm();
    } catch (error) {
      setBusy(false);
      if (failed !== undefined) showError(error, failed);
      return void onFailed?.();
    }
    if (done !== undefined) showToast(done);
    await onDone?.();
    setBusy(false);
    onClose();
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={description}
      actions={
        <>
          <Button onClick={onClose}>{action.startsWith('Cancel') ? 'Go back' : 'Cancel'}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={() => void confirm()}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

type DeleteProps = Pick<ConfirmProps, 'open' | 'onClose' | 'description' | 'onDone' | 'onFailed'> & {
  /** What kind of thing it is, such as `policy`, and its name. */
  what: string;
  name: string | undefined;
  onDelete(): Promise<unknown>;
};

/** Asks before something is deleted for good. */
export const DeleteDialog = ({ what, name, onDelete, ...props }: DeleteProps) => (
  <ConfirmDialog
    {...props}
    title={`Delete ${name ?? `the ${what}`}?`}
    action={`Delete ${what}`}
    danger
    onConfirm={onDelete}
    done={`${what[0]!.toUpperCase()}${what.slice(1)} deleted`}
    failed={`The ${what} was not deleted`}
  />
);
