import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useDeferredValue, useId, useState } from 'react';
import { looksLikeId } from '../data/ids.ts';
import { useRead } from '../data/queries.ts';
import { keys } from '../data/query-keys.ts';
import { cx } from '../design/cx.ts';
import { useAccess } from '../session/access.ts';
import { errand } from '../session/client.ts';
import { findById } from './find-by-id.ts';
import { places } from './navigation.tsx';
import { getTheme, nextTheme, setTheme } from './theme.ts';

type Command = { id: string; label: string; hint: string; run(): void };

/** Opened with Ctrl K or ⌘ K: finds pages, agents, actions, and the object of a pasted id. */
export function CommandPalette({ onClose, onHelp }: { onClose(): void; onHelp(): void }) {
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const listId = useId();
  const commands = useCommands(text, onHelp);
  const current = Math.min(active, commands.length - 1);

  function choose(command: Command | undefined): void {
    if (!command) return;
    onClose();
    command.run();
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === 'ArrowDown') setActive((current + 1) % Math.max(1, commands.length));
    else if (event.key === 'ArrowUp') setActive((current - 1 + commands.length) % Math.max(1, commands.length));
    else if (event.key === 'Enter') choose(commands[current]);
    else return;
    event.preventDefault();
  }

  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-backdrop" />
        <BaseDialog.Popup
          aria-label="Find a page, an agent or an id"
          className="fixed top-[15dvh] left-1/2 z-40 w-[min(36rem,calc(100vw-2rem))] -translate-x-1/2 overflow-hidden rounded-lg border border-border bg-raised shadow-dialog outline-none"
        >
          <input
            type="text"
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={commands[current] && `${listId}-${commands[current].id}`}
            aria-label="Find a page, an agent or an id"
            placeholder="Find a page, an agent, or paste an id…"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKey}
            className="h-12 w-full border-b border-border bg-transparent px-4 text-lg outline-none"
          />
          <div id={listId} role="listbox" aria-label="Results" className="max-h-[50dvh] overflow-y-auto p-1.5">
            {commands.map((command, index) => (
              <div
                key={command.id}
                id={`${listId}-${command.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                onMouseMove={() => setActive(index)}
                onClick={() => choose(command)}
                onKeyDown={(event) => event.key === 'Enter' && choose(command)}
                className={cx(
                  'flex min-h-9 cursor-default items-center justify-between gap-4 rounded-sm px-3',
                  index === current && 'bg-accent-soft',
                )}
              >
                <span dir="auto" className="truncate font-medium">
                  {command.label}
                </span>
                <span className="shrink-0 text-xs text-muted">{command.hint}</span>
              </div>
            ))}
          </div>
          {commands.length === 0 && (
            <p className="px-4 pb-4 text-muted">Nothing found. Try the name of a page or an agent, or paste an id.</p>
          )}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

function useCommands(text: string, onHelp: () => void): Command[] {
  const navigate = useNavigate();
  const { can } = useAccess();
  const wanted = text.trim().toLowerCase();
  const asked = useDeferredValue(wanted);
  const isId = looksLikeId(asked);
  const { data: agents } = useRead(
    keys.agentList({ search: asked, page_size: 8, include_job_stats: false }),
    (options) => errand.agents.list({ search: asked, page_size: 8, include_job_stats: false }, options),
    { enabled: !isId, placeholderData: (previous) => previous },
  );
  const { data: found = [] } = useRead(['find-by-id', asked], ({ signal }) => findById(asked, signal), {
    enabled: isId,
  });
  const go = (to: string) => () => void navigate({ to });
  if (isId) return found.map((one) => ({ id: one.to, label: one.label, hint: one.hint, run: go(one.to) }));
  const fixed: Command[] = [
    ...places.map(({ to, label }) => ({ id: to, label, hint: 'Page', run: go(to) })),
    ...(can('member')
      ? [
          { id: 'run', label: 'Run an agent', hint: 'Action', run: go('/run') },
          { id: 'new-agent', label: 'New agent', hint: 'Action', run: go('/agents/new') },
          { id: 'new-batch', label: 'New batch from a CSV file', hint: 'Action', run: go('/batches/new') },
          { id: 'new-policy', label: 'New policy', hint: 'Action', run: go('/policies/new') },
        ]
      : []),
    ...(can('admin') ? [{ id: 'keys', label: 'API keys', hint: 'Settings', run: go('/settings') }] : []),
    { id: 'theme', label: 'Switch theme', hint: 'Action', run: () => setTheme(nextTheme(getTheme())) },
    { id: 'docs', label: 'Documentation', hint: 'Page', run: () => void open('/docs/', '_blank', 'noopener') },
    { id: 'api', label: 'API viewer', hint: 'Page', run: () => void open('/docs/api/', '_blank', 'noopener') },
    { id: 'help', label: 'Keyboard shortcuts', hint: 'Action', run: onHelp },
  ];
  const ofAgents = (agents?.results ?? []).flatMap((agent) => [
    { id: agent.id, label: agent.name, hint: `Agent · ${agent.engine_name}`, run: go(`/agents/${agent.id}`) },
    ...(can('member')
      ? [{ id: `run-${agent.id}`, label: `Run ${agent.name}`, hint: 'Action', run: go(`/run/${agent.id}`) }]
      : []),
  ]);
  return [...fixed, ...ofAgents].filter(({ label }) => label.toLowerCase().includes(wanted)).slice(0, 30);
}
