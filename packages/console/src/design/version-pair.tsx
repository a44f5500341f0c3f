import { Button } from './button.tsx';
import { type Option, Select } from './select.tsx';

type VersionPairProps = {
  from: string;
  to: string;
  options: readonly Option<string>[];
  onChange(pair: { from: string; to: string }): void;
};

/** Selects the two versions to compare. */
export function VersionPair({ from, to, options, onChange }: VersionPairProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select
        label="From version"
        className="w-60!"
        value={from}
        options={options}
        onChange={(next) => onChange({ from: next, to })}
      />
      <span aria-hidden>→</span>
      <Select
        label="To version"
        className="w-60!"
        value={to}
        options={options}
        onChange={(next) => onChange({ from, to: next })}
      />
      <Button variant="quiet" onClick={() => onChange({ from: to, to: from })}>
        Swap
      </Button>
    </div>
  );
}
