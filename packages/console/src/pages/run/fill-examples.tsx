import type { AgentVersion } from '@errand/sdk';
import { Button } from '../../design/button.tsx';
import type { RunValues } from './run-values.ts';

type FillExamplesProps = {
  definitions: AgentVersion['input_definitions'];
  values: RunValues;
  onValues(update: (values: RunValues) => RunValues): void;
};

/** Fills empty inputs with their examples. Shown while there is one to fill in. */
export function FillExamples({ definitions, values, onValues }: FillExamplesProps) {
  const examples = definitions.filter(({ example, key }) => example && (values[key]?.text ?? '') === '');
  if (examples.length === 0) return null;
  const filled = Object.fromEntries(examples.map(({ key, example = '' }) => [key, { text: example, uploads: [] }]));
  return (
    <Button size="sm" onClick={() => onValues((old) => ({ ...old, ...filled }))}>
      Fill in the examples
    </Button>
  );
}
