import { Field as BaseField } from '@base-ui/react/field';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

export const controlClass =
  'w-full rounded-sm border border-control bg-raised px-2.5 text-md text-text transition-colors ' +
  'hover:border-muted disabled:opacity-60 aria-invalid:border-danger data-invalid:border-danger';

/** Styles the browser's file button like ours, with the text beside it centred in the field. */
const fileClass =
  'pl-0 leading-7.5 file:mr-3 file:h-full file:border-r file:border-control file:bg-surface file:px-3 file:font-medium';

type FieldProps = {
  label: ReactNode;
  /** Names the field in the form's data. */
  name?: string;
  description?: ReactNode;
  /** The problem, shown below the field and read out. */
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  children: ReactNode;
};

/** A label, a control, a description and an error. The control is linked to all of them. */
export function Field({ label, name, description, error, optional, className, children }: FieldProps) {
  return (
    <BaseField.Root name={name} invalid={error !== undefined} className={cx('flex flex-col gap-1', className)}>
      <BaseField.Label className="font-medium text-text">
        {label}
        {optional && <span className="ml-1.5 font-normal text-faint">optional</span>}
      </BaseField.Label>
      {children}
      {description !== undefined && <BaseField.Description className="text-muted">{description}</BaseField.Description>}
      {error !== undefined && (
        <BaseField.Error match className="text-danger">
          {error}
        </BaseField.Error>
      )}
    </BaseField.Root>
  );
}

export function Input({ className, ...props }: ComponentProps<typeof BaseField.Control>) {
  return (
    <BaseField.Control
      className={cx(controlClass, 'h-8', props.type === 'file' && fileClass, className as string | undefined)}
      {...props}
    />
  );
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <BaseField.Control
      render={<textarea {...props} />}
      className={cx(controlClass, 'min-h-20 py-1.5 leading-5.5', className)}
    />
  );
}
