import { Field as BaseField } from '@base-ui/react/field';
import { type ComponentProps, createContext, type ReactNode, useContext } from 'react';
import { cx } from './cx.ts';

export const controlClass =
  'w-full rounded-sm border border-control bg-raised px-2.5 text-md text-text transition-colors ' +
  'hover:border-muted disabled:opacity-60 aria-invalid:border-danger data-invalid:border-danger';

/** Styles the browser's file button like ours, with the text beside it centred in the field. */
const fileClass =
  'pl-0 leading-7.5 file:mr-3 file:h-full file:border-r file:border-control file:bg-surface file:px-3 file:font-medium';

/** What the service says about the fields of the form around, by their names on the wire. */
export const FieldProblems = createContext<Record<string, string[]>>({});

type FieldProps = {
  label: ReactNode;
  /** Names the field in the form's data. */
  name?: string;
  /** The name on the wire, if it is another one. Its problems are shown here. */
  member?: string;
  description?: ReactNode;
  /** A problem that is not from the service. Shown below the field and read out. */
  error?: string | undefined;
  optional?: boolean | undefined;
  className?: string;
  children: ReactNode;
};

/** A label, a control, a description and an error. The control is linked to all of them. */
export function Field({ label, name, member = name, description, error, optional, className, children }: FieldProps) {
  const known = useContext(FieldProblems);
  const problem = error ?? (member === undefined ? undefined : known[member]?.join(' '));
  return (
    <BaseField.Root name={name} invalid={problem !== undefined} className={cx('flex flex-col gap-1', className)}>
      <BaseField.Label className="font-medium text-text">
        {label}
        {optional && <span className="ml-1.5 font-normal text-faint">optional</span>}
      </BaseField.Label>
      {children}
      {description !== undefined && <BaseField.Description className="text-muted">{description}</BaseField.Description>}
      {problem !== undefined && (
        <BaseField.Error match className="text-danger">
          {problem}
        </BaseField.Error>
      )}
    </BaseField.Root>
  );
}

/** Shows what the service says about something without a field of its own. */
export function Problem({ of }: { of: string }) {
  const problem = useContext(FieldProblems)[of];
  return (
    problem && (
      <p role="alert" className="text-danger">
        {problem.join(' ')}
      </p>
    )
  );
}

/** Lists everything that the service says, for forms whose fields are not members of the body. */
export function Problems() {
  const problems = Object.values(useContext(FieldProblems)).flat();
  return (
    problems.length > 0 && (
      <ul role="alert" className="text-danger">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    )
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

type TextFieldProps = Omit<FieldProps, 'children' | 'className'> &
  Omit<ComponentProps<typeof BaseField.Control>, 'name' | 'className'> & { mono?: boolean };

/** A field of one line. */
export function TextField({ label, name, member, description, error, optional, mono, ...input }: TextFieldProps) {
  const field = { label, name, member, description, error, optional };
  return (
    <Field {...(field as Omit<FieldProps, 'children'>)}>
      <Input {...input} {...(mono && { className: 'font-mono text-code' })} />
    </Field>
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
