import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from './button.tsx';

type SidePanelProps = { title: ReactNode; label: string; actions?: ReactNode; onClose(): void; children: ReactNode };

/**
 * Shows the detail of a row beside its list, which stays usable. On wide screens the list makes room (styles.css); on
 * others the panel covers it. Escape closes it.
 */
export function SidePanel({ title, label, actions, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    const opener = document.activeElement;
    panel.current?.focus({ preventScroll: true });
    document.documentElement.dataset.panel = 'open';
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !event.defaultPrevented) close.current();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      delete document.documentElement.dataset.panel;
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    };
  }, []);
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label={label}
      className="fixed inset-y-0 right-0 z-20 flex max-lg:z-35 w-full max-w-(--panel-width) flex-col border-l border-border bg-raised shadow-dialog outline-none xl:shadow-none"
    >
      <header className="flex items-center gap-3 border-b border-border px-4 py-2.5">
        <h2 className="min-w-0 flex-1 truncate font-semibold">{title}</h2>
        {actions}
        <IconButton label="Close" icon={<X size={16} aria-hidden />} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto p-4">{children}</div>
    </section>
  );
}
