import type { Case, Screened, ScreeningMatch } from '@errand/sdk';
import { useState } from 'react';
import { reload, useRead } from '../../data/queries.ts';
import { keys } from '../../data/query-keys.ts';
import { Card } from '../../design/card.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { TextField } from '../../design/field.tsx';
import { FormDialog } from '../../design/form-dialog.tsx';
import { QueryView } from '../../design/query-view.tsx';
import { useAccess } from '../../session/access.ts';
import { errand } from '../../session/client.ts';
import { MatchCard } from '../screening/match-card.tsx';

type Result = Screened['results'][number];
type Asked = { result: Result; match: ScreeningMatch; decision: 'true_match' | 'false_positive' };

/** The subject's names beside all lists. A decision about a pair holds until either side changes. */
export function CaseScreening({ one }: { one: Case }) {
  const canDecide = useAccess().can('analyst');
  const [asked, setAsked] = useState<Asked>();
  const names = namesOf(one);
  const found = useRead(
    keys.caseScreening(
      one.id,
      names.map(({ name }) => name),
    ),
    (options) => errand.screening.screen({ names }, options),
    { staleTime: 60_000 },
  );
  return (
    <>
      <QueryView query={found}>
        {({ results }) =>
          results.every(({ matches, suppressed }) => matches.length === 0 && suppressed === 0) ? (
            <EmptyState title="No list has a name like this">
              {`Compared: ${names.map(({ name }) => name).join(', ')}. Lists are under Screening.`}
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-5">
              {results.map((result) => (
                <Names
                  key={result.name}
                  result={result}
                  {...(canDecide && { onDecide: (match, decision) => setAsked({ result, match, decision }) })}
                />
              ))}
            </div>
          )
        }
      </QueryView>
      {!canDecide && <p className="mt-3 text-muted">Deciding about matches needs the role analyst.</p>}
      {asked && <DecisionForm one={one} asked={asked} onClose={() => setAsked(undefined)} />}
    </>
  );
}

type NamesProps = { result: Result; onDecide?: (match: ScreeningMatch, decision: Asked['decision']) => void };

const Names = ({ result: { name, matches, suppressed, is_complete: isComplete }, onDecide }: NamesProps) => (
  <Card title={<bdi>{name}</bdi>}>
    {matches.length === 0 && <p className="text-muted">No match.</p>}
    <ul className="flex flex-col gap-4">
      {matches.map((match) => (
        <li key={`${match.entry.list_id} ${match.entry.id}`}>
          <MatchCard match={match} {...(onDecide && { onDecide: (decision) => onDecide(match, decision) })} />
        </li>
      ))}
    </ul>
    {suppressed > 0 && (
      <p className="mt-3 text-muted">
        Left out as false positives that somebody decided before: {suppressed}. They come back if either side changes.
      </p>
    )}
    {!isComplete && <p className="mt-3 text-warning">More entries are alike than are shown.</p>}
  </Card>
);

const words = { true_match: 'True match', false_positive: 'False positive' };

function DecisionForm({
  one,
  asked: { result, match, decision },
  onClose,
}: {
  one: Case;
  asked: Asked;
  onClose(): void;
}) {
  return (
    <FormDialog
      onClose={onClose}
      title={words[decision]}
      description={`${result.name} and ${match.matched_name}. The reason becomes a note that the report can cite.`}
      action="Remember"
      save={async (text) => {
        const reason = text('reason');
        await errand.screening.decide({
          subject_key: result.subject_key,
          list_id: match.entry.list_id,
          entry_id: match.entry.id,
          decision,
          reason,
        });
        if (one.state === 'closed') return;
        const parts = match.parts.map(({ what, why }) => `${what}: ${why}`).join('; ');
        await errand.caseDesk.note(one.id, {
          text: `${words[decision]}: ${result.name} and entry ${match.entry.id}, ${match.matched_name} (score ${match.score.toFixed(2)}; ${parts}). ${reason}`,
        });
      }}
      onSaved={async () => {
        onClose();
        await Promise.all([reload(keys.caseScreenings(one.id)), reload(keys.cases())]);
      }}
    >
      <TextField label="Reason" name="reason" required maxLength={2_000} />
    </FormDialog>
  );
}

/** The names of the subject as screening asks for them. */
function namesOf({ subject: { name, aliases, kind, identifiers } }: Case) {
  const born = identifiers.birth_date;
  const rest = {
    kind: kind === 'person' ? ('person' as const) : kind === 'account' ? ('other' as const) : ('company' as const),
    identifiers,
    ...(born !== undefined && /^\d{4}(-\d{2}(-\d{2})?)?$/.test(born) && { birth_date: born }),
  };
  return [...new Set([name, ...aliases])].slice(0, 20).map((one) => ({ name: one, ...rest }));
}
