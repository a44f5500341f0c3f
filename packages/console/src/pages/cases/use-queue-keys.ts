import { type Case, type CaseSummary, ErrandError } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { type Shortcut, useShortcuts } from '../../shell/shortcuts.ts';
import { useTake } from './use-take.tsx';

/** The keys of the queue. They act on the row that has the focus, or on the first one. */
export function useQueueKeys(rows: readonly CaseSummary[], queue: string | undefined) {
  const navigate = useNavigate();
  const canWork = useAccess().can('analyst');
  const [peeked, setPeeked] = useState<string>();
  const [deciding, setDeciding] = useState<Case>();
  const { take, question } = useTake();
  const open = useChange((id: string) => errand.caseDesk.get(id), setDeciding);
  const next = useChange(takeNext, async (one) => {
    await reload(keys.cases());
    if (one === undefined)
      showToast('Nothing waits', { description: `Every open case${queue ? ' of this queue' : ''} is with somebody.` });
    else await navigate({ to: '/cases/$id', params: { id: one.id } });
  });
  const current = (): CaseSummary | undefined => rows.find(({ id }) => id === focusedId()) ?? rows[0];
  const onCurrent = (act: (one: CaseSummary) => void) => () => {
    const one = current();
    if (one !== undefined) act(one);
  };
  const peek = onCurrent(({ id }) => setPeeked(id));
  const working: Shortcut[] = [
    {
      keys: 'a',
      label: 'Assign to me, or give back',
      run: onCurrent((one) => {
        if (one.state !== 'closed') take(one);
      }),
    },
    {
      keys: 'd',
      label: 'Decide',
      run: onCurrent(({ id, state }) => {
        if (state !== 'closed') open.mutate(id);
      }),
    },
    { keys: 'n', label: 'Take the next case that nobody has', run: () => next.mutate(queue) },
  ];
  useShortcuts([
    {
      keys: 'o',
      label: 'Open the case',
      run: onCurrent(({ id }) => void navigate({ to: '/cases/$id', params: { id } })),
    },
    { keys: 'space', label: 'Peek at the case', run: peek },
    ...(canWork ? working : []),
  ]);
  return {
    peeked,
    closePeek: () => setPeeked(undefined),
    deciding,
    closeForm: () => setDeciding(undefined),
    takeNext: () => next.mutate(queue),
    isTaking: next.isPending,
    question,
  };
}

/** The case of the row that has the focus. */
const focusedId = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector('a[href]')?.getAttribute('href')?.split('/').at(-1);

/**
 * Of the cases that nobody has, the one that is due first becomes this person's; those that are escalated come first. One
 * that somebody else takes meanwhile stays theirs, and the next one is tried.
 */
async function takeNext(queue: string | undefined): Promise<Case | undefined> {
  const { id: userId } = await errand.signIn.currentUser();
  for (const state of ['escalated', 'open'] as const)
    for (;;) {
      const free = { state, assignee: 'none', ordering: 'due', queue, page_size: 10 } as const;
      const { results } = await errand.caseDesk.list(free);
      if (results.length === 0) break;
      for (const { id } of results) {
        const taken = await takeFree(id, userId);
        if (taken !== undefined) return taken;
      }
    }
  return undefined;
}

const takeFree = (id: string, userId: number): Promise<Case | undefined> =>
  errand.caseDesk.assign(id, { user_id: userId, expected_user_id: null }).catch((error: unknown) => {
    if (error instanceof ErrandError && error.status === 409) return undefined;
    throw error;
  });
