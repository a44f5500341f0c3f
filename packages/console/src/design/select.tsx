import { Select as BaseSelect } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import { cx } from './cx.ts';
import { controlClass } from './field.tsx';

export type Option<T extends string> = { value: T; label: string };

type SelectProps<T extends string> = {
  value: T;
  options: readonly Option<NoInfer<T>>[];
  onChange(value: NoInfer<T>): void;
  /** Required outside a Field. */
  label?: string;
  className?: string;
  disabled?: boolean;
};

export function Select<T extends string>({ value, options, onChange, label, className, disabled }: SelectProps<T>) {
  return (
    <BaseSelect.Root
      items={options as Option<T>[]}
      value={value}
      disabled={disabled}
      onValueChange={(next) => next !== null && onChange(next as T)}
    >
      <BaseSelect.Trigger
        aria-label={label}
        className={cx(controlClass, 'inline-flex h-8 items-center justify-between gap-2 text-left', className)}
      >
        <BaseSelect.Value className="truncate" />
        <BaseSelect.Icon className="text-muted">
          <ChevronDown size={14} aria-hidden />
        </BaseSelect.Icon>
      </BaseSelect.Trigger>
      <BaseSelect.Portal>
        <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50">
          <BaseSelect.Popup className="max-h-80 min-w-(--anchor-width) overflow-y-auto rounded-md border border-border bg-raised p-1 shadow-raised outline-none">
            <BaseSelect.List>
              {options.map((option) => (
                <BaseSelect.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-7 cursor-default items-center justify-between gap-3 rounded-sm px-2 py-1 outline-none data-highlighted:bg-hover"
                >
                  <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                  <BaseSelect.ItemIndicator>
                    <Check size={14} aria-hidden />
                  </BaseSelect.ItemIndicator>
                </BaseSelect.Item>
              ))}
            </BaseSelect.List>
          </BaseSelect.Popup>
        </BaseSelect.Positioner>
      </BaseSelect.Portal>
    </BaseSelect.Root>
  );
}
