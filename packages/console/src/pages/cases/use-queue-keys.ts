import type { Case, CaseSummary } from '@errand/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { reload, useChange, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { showToast } from '../../design/toast.ts';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { type Shortcut, useShortcuts } from '../../shell/shortcuts.ts';

/** The keys of the queue. They act on the row that has the focus, or on the first one. */
export function useQueueKeys(rows: readonly CaseSummary[]) {
  const navigate = useNavigate();
  const canWork = useAccess().can('analyst');
  const [peeked, setPeeked] = useState<string>();
  const [deciding, setDeciding] = useState<Case>();
  const { data: user } = useRead(keys.user(), (options) => errand.signIn.currentUser(options), { retry: false });
  const assign = useChange(
    ({ id, to }: { id: string; to: number | null }) => errand.caseDesk.assign(id, { user_id: to }),
    async (one) => {
      showToast(one.assignee === null ? `#${one.number} given back` : `#${one.number} is yours`);
      await reload(keys.cases());
    },
  );
  const open = useChange((id: string) => errand.caseDesk.get(id), setDeciding);
  const take = useChange(takeNext, async (one) => {
    await reload(keys.cases());
    if (one === undefined) showToast('Nothing waits', { description: 'Every open case is with somebody.' });
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
      run: onCurrent(({ id, assignee, state }) => {
        if (user !== undefined && state !== 'closed')
          assign.mutate({ id, to: assignee?.user_id === user.id ? null : user.id });
      }),
    },
    {
      keys: 'd',
      label: 'Decide',
      run: onCurrent(({ id, state }) => {
        if (state !== 'closed') open.mutate(id);
      }),
    },
    { keys: 'n', label: 'Take the next case that nobody has', run: () => take.mutate() },
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
    takeNext: () => take.mutate(),
    isTaking: take.isPending,
  };
}

/** The case of the row that has the focus. */
const focusedId = (): string | undefined =>
  document.activeElement?.closest('tr')?.querySelector('a[href]')?.getAttribute('href')?.split('/').at(-1);

/** Of the cases that nobody has, the one that is due first becomes this person's; those that are escalated come first. */
async function takeNext(): Promise<Case | undefined> {
  const { id: userId } = await errand.signIn.currentUser();
  for (const state of ['escalated', 'open'] as const) {
    const { results } = await errand.caseDesk.list({ state, assignee: 'none', ordering: 'due', page_size: 1 });
    if (results[0] !== undefined) return errand.caseDesk.assign(results[0].id, { user_id: userId });
  }
  return undefined;
}
