import { FOREVER, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { WordDiff } from '../../design/diff-view.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { errand } from '../../session/client.ts';
import { agentName, useAgents } from '../schedules/agent-select.tsx';
import { ChangeItem } from '../versions/change-item.tsx';
import { describeChanges, type FactChange } from './plan-words.ts';

type Props = { playbookId: string; from: string; to: string };

/** What differs between two versions: steps by their name, their order, and what may close. */
export function PlaybookDiffView({ playbookId, from, to }: Props) {
  const diff = useRead(
    keys.playbookDiff(playbookId, from, to),
    (options) => errand.playbooks.diff(playbookId, from, to, options),
    FOREVER,
  );
  return (
    <QueryView query={diff} rows={3}>
      {(data) =>
        data.changed.length === 0 ? (
          <p className="text-muted">These versions are identical.</p>
        ) : (
          <ul aria-label="Changes" className="flex flex-col gap-2">
            {describeChanges(data).map(({ facts, ...change }) => (
              <ChangeItem key={`${change.what} ${change.name}`} {...change}>
                <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[max-content_1fr]">
                  {facts.map((fact) => (
                    <Fact key={fact.label} fact={fact} isAlone={change.kind !== 'changed'} />
                  ))}
                </dl>
              </ChangeItem>
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

/** A line of the plan: as it is in a step that is new or gone, otherwise with the words that changed. */
function Fact({ fact: { label, before, after, names }, isAlone }: { fact: FactChange; isAlone: boolean }) {
  const one = useNamed(names, before ?? '');
  const other = useNamed(names, after ?? '');
  return (
    <div className="contents">
      <dt>{label}</dt>
      <dd dir="auto" className="min-w-0 break-words whitespace-pre-wrap text-text">
        {isAlone ? one || other : <WordDiff before={one} after={other} />}
      </dd>
    </div>
  );
}

/** The name of an agent or policy instead of its id. Other texts as they are. */
function useNamed(names: FactChange['names'], text: string): string {
  const agents = useAgents();
  const policy = useRead(keys.policy(text), (options) => errand.policies.get(text, options), {
    ...{ enabled: names === 'policy' && text !== '', retry: false },
  });
  if (text === '' || names === undefined) return text;
  return names === 'agent' ? agentName(agents, text) : (policy.data?.name ?? text);
}
