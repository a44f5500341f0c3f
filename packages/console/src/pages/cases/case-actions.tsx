import type { Case } from '@errand/sdk';
import { useState } from 'react';
import { Button } from '../../design/button.tsx';
import { KeyHint } from '../../design/key-hint.tsx';
import { type MenuItem, MoreMenu } from '../../design/menu.tsx';
import { useAccess } from '../../session/access.ts';
import { type Shortcut, useShortcuts } from '../../shell/shortcuts.ts';
import { DecideForm } from './decide-form.tsx';
import { MergeForm, SplitForm } from './move-forms.tsx';
import { AssignForm, PriorityForm, RestrictForm } from './people-forms.tsx';
import { SimpleForm, type SimpleFormName, simpleForms } from './simple-forms.tsx';
import { useTake } from './use-take.tsx';

type Asked = SimpleFormName | 'decide' | 'assign' | 'priority' | 'restrict' | 'merge' | 'split';

/** What can be done with a case in its state, by button, menu and key. */
export function CaseActions({ one }: { one: Case }) {
  const { can, role } = useAccess();
  const [asked, setAsked] = useState<Asked>();
  const { canTake, isMine, isTaking, take, question } = useTake();
  const isOpen = one.state !== 'closed';
  const canWork = can('analyst');
  const canApprove = can('approver');
  const keyed: (Shortcut | false)[] = [
    isOpen && canTake && { keys: 'a', label: 'Assign to me, or give back', run: () => take(one) },
    isOpen && { keys: 's', label: 'Assign to somebody', run: () => setAsked('assign') },
    isOpen && { keys: 'p', label: 'Change the priority', run: () => setAsked('priority') },
    { keys: 'n', label: 'Add a note', run: () => setAsked('note') },
    isOpen && { keys: 't', label: 'Add a task', run: () => setAsked('task') },
    isOpen && one.proposed_decision === null && { keys: 'd', label: 'Decide', run: () => setAsked('decide') },
    one.proposed_decision !== null &&
      canApprove && { keys: 'y', label: 'Approve the decision', run: () => setAsked('approve') },
    one.proposed_decision !== null &&
      canApprove && { keys: 'x', label: 'Reject the decision', run: () => setAsked('reject') },
  ];
  useShortcuts(canWork ? keyed.filter((one) => one !== false) : []);
  if (!canWork)
    return (
      <p className="max-w-72 text-muted text-sm">
        As {role} you read this case. Working on it needs the role analyst, approving the role approver.
      </p>
    );
  const form = asked !== undefined && asked in simpleForms ? (asked as SimpleFormName) : undefined;
  const close = () => setAsked(undefined);
  return (
    <>
      {isOpen && canTake && (
        <Button busy={isTaking} onClick={() => take(one)}>
          {isMine(one) ? 'Give back' : 'Assign to me'} <KeyHint>A</KeyHint>
        </Button>
      )}
      <Button onClick={() => setAsked('note')}>
        Add note <KeyHint>N</KeyHint>
      </Button>
      {one.proposed_decision ? (
        canApprove ? (
          <>
            <Button onClick={() => setAsked('reject')}>Reject…</Button>
            <Button variant="primary" onClick={() => setAsked('approve')}>
              Approve… <KeyHint>Y</KeyHint>
            </Button>
          </>
        ) : (
          <p className="text-muted text-sm">Somebody with the role approver decides about the proposal.</p>
        )
      ) : (
        isOpen && (
          <Button variant="primary" onClick={() => setAsked('decide')}>
            Decide… <KeyHint>D</KeyHint>
          </Button>
        )
      )}
      {!isOpen && one.merged_into_case_id === null && <Button onClick={() => setAsked('reopen')}>Reopen…</Button>}
      <MoreMenu items={menuOf(one, { can, ask: setAsked })} />
      {question}
      {form && <SimpleForm key={form} one={one} form={form} onClose={close} />}
      {asked === 'decide' && <DecideForm one={one} onClose={close} />}
      {asked === 'assign' && <AssignForm one={one} onClose={close} />}
      {asked === 'priority' && <PriorityForm one={one} onClose={close} />}
      {asked === 'restrict' && <RestrictForm one={one} onClose={close} />}
      {asked === 'merge' && <MergeForm one={one} onClose={close} />}
      {asked === 'split' && <SplitForm one={one} onClose={close} />}
    </>
  );
}

type MenuNeeds = { can: ReturnType<typeof useAccess>['can']; ask(what: Asked): void };

/** Rarer actions. What the role does not allow is there and says so. */
function menuOf(one: Case, { can, ask }: MenuNeeds): MenuItem[] {
  const isOpen = one.state !== 'closed';
  const isDecided = !isOpen && one.merged_into_case_id === null;
  const item = (label: string, what: Asked): MenuItem => ({ label, onSelect: () => ask(what) });
  return [
    ...(isOpen
      ? [
          item('Assign to somebody…', 'assign'),
          item('Change the priority…', 'priority'),
          item('Add task…', 'task'),
          item('Merge into another case…', 'merge'),
        ]
      : []),
    ...(one.alert_count > 1 && one.merged_into_case_id === null ? [item('Split alerts off…', 'split')] : []),
    ...(isDecided ? [item('Ask for a second look…', 'check')] : []),
    'separator',
    {
      label: can('approver') ? 'Restrict to named people…' : 'Restrict (needs the role approver)',
      disabled: !can('approver'),
      onSelect: () => ask('restrict'),
    },
    {
      label: can('admin') ? 'Hold…' : 'Hold (needs the role admin)',
      disabled: !can('admin'),
      onSelect: () => ask('hold'),
    },
  ];
}
