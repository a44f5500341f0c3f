import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox';
import { Switch as BaseSwitch } from '@base-ui/react/switch';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

type CheckboxProps = {
  checked: boolean;
  onChange(checked: boolean): void;
  /** Shown beside the box. With `hideLabel` it is only read out. */
  label: ReactNode;
  hideLabel?: boolean;
  /** Some but not all of its items are checked. */
  mixed?: boolean;
  disabled?: boolean;
};

export function Checkbox({ checked, onChange, label, hideLabel, mixed, disabled }: CheckboxProps) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2">
      <BaseCheckbox.Root
        checked={checked}
        indeterminate={mixed}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className="flex size-4 shrink-0 items-center justify-center rounded-sm border border-control bg-raised data-checked:border-accent data-checked:bg-accent data-checked:text-on-accent data-indeterminate:border-accent data-indeterminate:bg-accent data-indeterminate:text-on-accent"
      >
        <BaseCheckbox.Indicator>
          {mixed ? <Minus size={12} aria-hidden /> : <Check size={12} aria-hidden />}
        </BaseCheckbox.Indicator>
      </BaseCheckbox.Root>
      <span className={cx(hideLabel && 'sr-only')}>{label}</span>
    </label>
  );
}

export function Switch({ checked, onChange, label, hideLabel, disabled }: Omit<CheckboxProps, 'mixed'>) {
  return (
    <label className="inline-flex min-h-6 items-center gap-2">
      <BaseSwitch.Root
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className="flex h-5 w-9 shrink-0 items-center rounded-full border border-control bg-surface p-0.5 transition-colors data-checked:border-accent data-checked:bg-accent"
      >
        <BaseSwitch.Thumb className="size-3.5 rounded-full bg-control transition-transform data-checked:translate-x-4 data-checked:bg-on-accent" />
      </BaseSwitch.Root>
      <span className={cx(hideLabel && 'sr-only')}>{label}</span>
    </label>
  );
}
