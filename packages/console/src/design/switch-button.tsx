import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { showToast } from './toast.ts';

type SwitchButtonProps = {
  isOn: boolean;
  change(isOn: boolean): Promise<unknown>;
  /** Said when it was switched on. */
  hint?: string;
};

/** Switches something on or off. One click undoes it. */
export function SwitchButton({ isOn, change, hint }: SwitchButtonProps) {
  const toggle = useMutation({
    mutationFn: change,
    onSuccess: (_answer, next) =>
      showToast(next ? 'Switched on' : 'Switched off', {
        undo: () => toggle.mutate(!next),
        ...(next && hint !== undefined && { description: hint }),
      }),
  });
  return (
    <Button busy={toggle.isPending} onClick={() => toggle.mutate(!isOn)}>
      {isOn ? 'Switch off' : 'Switch on'}
    </Button>
  );
}

type SwitchedOffProps = { what: string; reason: string | null; children?: ReactNode };

/** Says why the service switched something off. */
export const SwitchedOff = ({ what, reason, children }: SwitchedOffProps) =>
  reason !== null && (
    <div role="alert" className="mb-4 rounded-md border border-danger bg-danger-soft p-4 text-md">
      <strong>The service switched this {what} off:</strong> {reason} {children}
    </div>
  );
