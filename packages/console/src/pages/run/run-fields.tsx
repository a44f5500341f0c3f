import type { InputDefinition } from '@errand/sdk';
import { Field, Input, Textarea } from '../../design/field.tsx';
import { FileInput } from './file-input.tsx';
import { emptyValue, type InputValue, isRequired, isTextual, type RunValues } from './run-values.ts';

type RunFieldsProps = {
  definitions: readonly InputDefinition[];
  values: RunValues;
  errors: Record<string, string>;
  onChange(key: string, update: (value: InputValue) => InputValue): void;
};

/** Shows one field per input of the agent. Also used for the preview in the editor. */
export function RunFields({ definitions, values, errors, onChange }: RunFieldsProps) {
  if (definitions.length === 0) return <p className="text-muted">This agent takes no inputs.</p>;
  return (
    <div className="flex flex-col gap-4">
      {definitions.map((definition) => (
        <Field
          key={definition.key}
          name={definition.key}
          label={
            <>
              {definition.key}{' '}
              <span className="ml-1 font-mono text-xs font-normal text-faint">{definition.data_type}</span>
            </>
          }
          optional={!isRequired(definition)}
          description={definition.description || undefined}
          error={errors[definition.key]}
        >
          <Control
            definition={definition}
            value={values[definition.key] ?? emptyValue}
            onChange={(update) => onChange(definition.key, update)}
          />
        </Field>
      ))}
    </div>
  );
}

type ControlProps = {
  definition: InputDefinition;
  value: InputValue;
  onChange(update: (value: InputValue) => InputValue): void;
};

function Control({ definition, value, onChange }: ControlProps) {
  const setText = (text: string) => onChange((old) => ({ ...old, text }));
  const { key, data_type: dataType, example } = definition;
  if (!isTextual(definition)) {
    return (
      <FileInput
        label={key}
        dataType={dataType}
        multiple={definition.accepts_multiple_files === true}
        value={value}
        onChange={onChange}
      />
    );
  }
  const isLong = dataType === 'application/json' || (example?.length ?? 0) > 60 || value.text.length > 80;
  const hint = example ? `For example: ${example}` : undefined;
  if (!isLong) {
    return (
      <div className="flex gap-2">
        <Input
          type="text"
          dir="auto"
          value={value.text}
          placeholder={hint}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
    );
  }
  return (
    <Textarea
      dir="auto"
      rows={5}
      value={value.text}
      placeholder={hint}
      className={dataType === 'application/json' ? 'font-mono text-code' : ''}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
