import { useEffect, useRef } from 'react';
import { KeyHint } from '../../design/key-hint.tsx';
import { VerdictBadge } from '../../design/verdict-badge.tsx';
import { useShortcuts } from '../../shell/shortcuts.ts';

type VerdictChoiceProps = { names: string[]; value: string; onChange(name: string): void };

/** Selects a verdict of the policy. Keys 1 to 9 choose one. */
export function VerdictChoice({ names, value, onChange }: VerdictChoiceProps) {
  const first = useRef<HTMLButtonElement>(null);
  // After pressing C, the user chooses now.
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  useShortcuts(
    names.slice(0, 9).map((name, index) => ({
      keys: String(index + 1),
      label: `Verdict ${name}`,
      run: () => onChange(name),
    })),
  );
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-medium">Correct verdict</legend>
      {names.map((name, index) => (
        <button
          key={name}
          type="button"
          ref={index === 0 ? first : undefined}
          aria-pressed={name === value}
          onClick={() => onChange(name)}
          className="flex min-h-8 items-center justify-between gap-2 rounded-sm border border-control px-2.5 text-left hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft"
        >
          <VerdictBadge verdict={name} />
          {index < 9 && <KeyHint>{String(index + 1)}</KeyHint>}
        </button>
      ))}
    </fieldset>
  );
}
