import { Dialog } from '../design/dialog.tsx';
import { type Shortcut, usePageShortcuts } from './shortcuts.ts';

type Props = { open: boolean; onClose(): void; general: readonly Shortcut[] };

export function ShortcutSheet({ open, onClose, general }: Props) {
  const ofPage = usePageShortcuts();
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className="flex flex-col gap-5">
        {ofPage.length > 0 && <Group title="On this page" shortcuts={ofPage} />}
        <Group
          title="Everywhere"
          shortcuts={[
            { keys: 'Ctrl K or ⌘ K', label: 'Find a page, an agent or an id', run: () => undefined },
            { keys: 'Esc', label: 'Leave a field, close a dialog', run: () => undefined },
            ...general,
          ]}
        />
      </div>
    </Dialog>
  );
}

function Group({ title, shortcuts }: { title: string; shortcuts: readonly Shortcut[] }) {
  return (
    <section>
      <h3 className="mb-1.5 font-semibold">{title}</h3>
      <dl className="grid grid-cols-[1fr_max-content] gap-x-6 gap-y-1">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys + label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd>
              <kbd className="rounded-sm border border-border bg-surface px-1.5 font-mono text-code">{keys}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
