import type { Typology } from '@errand/sdk';
import { Checkbox } from '../../design/checkbox.tsx';

type TacticsProps = {
  /** Undefined if the catalog no longer has it. */
  typology: Typology | undefined;
  /** Null means all. */
  chosen: string[] | null;
  canWrite: boolean;
  onChange(ids: string[] | null): void;
};

/** Selects the tactics of a typology and shows their indicators. At least one stays selected. */
export function Tactics({ typology, chosen, canWrite, onChange }: TacticsProps) {
  if (typology === undefined) return <span className="text-danger">no longer in the catalog</span>;
  const { tactics } = typology;
  const isChosen = (id: string): boolean => chosen === null || chosen.includes(id);
  const ids = tactics.map(({ id }) => id).filter(isChosen);
  function toggle(id: string, on: boolean): void {
    const next = tactics.map((tactic) => tactic.id).filter((one) => (one === id ? on : isChosen(one)));
    onChange(next.length === tactics.length ? null : next);
  }
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">
        {ids.length} of {tactics.length}
        <span className="sr-only"> tactics of {typology.name}</span>
      </summary>
      <ul className="mt-1 flex flex-col gap-2">
        {tactics.map(({ id, name, description, indicators }) => (
          <li key={id}>
            <Checkbox
              checked={isChosen(id)}
              disabled={!canWrite || (ids.length === 1 && ids[0] === id)}
              onChange={(on) => toggle(id, on)}
              label={name}
            />
            <p className="text-muted">{description}</p>
            <ul className="list-disc pl-5 text-muted">
              {indicators.map((indicator) => (
                <li key={indicator}>{indicator}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
