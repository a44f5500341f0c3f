import type { Case } from '@errand/sdk';
import { reload, useChange } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { Checkbox } from '../../design/checkbox.tsx';
import { TextField } from '../../design/field.tsx';
import { RelativeTime } from '../../design/relative-time.tsx';
import { SaveForm } from '../../design/save-form.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';

type Task = Case['tasks'][number];

/** What somebody has to do before the decision, to be ticked off. */
export function CaseChecklist({ one }: { one: Case }) {
  const canWork = useAccess().can('analyst') && one.state !== 'closed';
  const tick = useChange(
    ({ id, done }: { id: string; done: boolean }) => errand.caseDesk.updateTask(one.id, id, { done }),
    () => reload(keys.cases()),
  );
  const open = one.tasks.filter(({ done_at: at }) => at === null).length;
  if (one.tasks.length === 0 && !canWork) return null;
  return (
    <Card title={one.tasks.length === 0 ? 'Checklist' : `Checklist (${open} open)`}>
      <ul className="flex flex-col gap-1.5">
        {one.tasks.map((task) => (
          <li key={task.id}>
            <Checkbox
              checked={task.done_at !== null}
              disabled={!canWork || tick.isPending}
              onChange={(done) => tick.mutate({ id: task.id, done })}
              label={<Line task={task} />}
            />
          </li>
        ))}
      </ul>
      {canWork && (
        <div className="mt-3">
          <SaveForm
            key={one.tasks.length}
            action="Add"
            inline
            save={(text) => errand.caseDesk.task(one.id, { title: text('title') })}
            onSaved={() => reload(keys.cases())}
          >
            <TextField label="To do" name="title" required maxLength={500} />
          </SaveForm>
        </div>
      )}
    </Card>
  );
}

const Line = ({ task: { title, done_at: doneAt, due_at: dueAt, assignee } }: { task: Task }) => (
  <span className={doneAt ? 'text-muted line-through' : undefined}>
    <bdi>{title}</bdi>
    {!doneAt && (dueAt !== null || assignee !== null) && (
      <span className="text-muted">
        {assignee && (
          <>
            {' '}
            · <bdi>{assignee.email}</bdi>
          </>
        )}
        {dueAt && (
          <>
            {' '}
            · due <RelativeTime at={dueAt} />
          </>
        )}
      </span>
    )}
  </span>
);
