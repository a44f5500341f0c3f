import type { InputDefinition, JobInput } from '@errand/sdk';

// The values of a run form, and their form in the request.

export type Upload = {
  key: number;
  name: string;
  size: number;
  /** From 0 to 1 while it is uploaded. */
  progress: number;
  /** The id for the run. Undefined until the file is uploaded. */
  fileId?: string | undefined;
  error?: string | undefined;
  /** For another attempt. Lost after a reload. */
  file?: File | undefined;
};

export type InputValue = { text: string; uploads: Upload[] };
export type RunValues = Record<string, InputValue>;

/** Reads the values kept for an agent in this tab. A reload only loses files that were not uploaded yet. */
export function readKept(agentId: string): RunValues {
  try {
    return JSON.parse(sessionStorage.getItem(placeOf(agentId)) ?? '{}') as RunValues;
  } catch {
    return {};
  }
}

export function keepValues(agentId: string, values: RunValues): void {
  const arrived = Object.entries(values).map(([key, { text, uploads }]) => [
    key,
    { text, uploads: uploads.filter(({ fileId }) => fileId !== undefined).map(({ file: _, ...rest }) => rest) },
  ]);
  try {
    sessionStorage.setItem(placeOf(agentId), JSON.stringify(Object.fromEntries(arrived)));
  } catch {
    // The browser's storage is full, so a reload loses the values.
  }
}

const placeOf = (agentId: string): string => `errand.run.${agentId}`;

/** Converts the inputs of a job to form values. */
export function valuesOf(inputs: readonly JobInput[]): RunValues {
  return Object.fromEntries(
    inputs.map(({ key, value, file_name: name }) => [
      key,
      name === undefined
        ? { text: value, uploads: [] }
        : {
            text: '',
            uploads: value.split(',').map((fileId, index) => ({
              key: -1 - index,
              name: index === 0 ? name : fileId,
              size: 0,
              progress: 1,
              fileId,
            })),
          },
    ]),
  );
}

export const emptyValue: InputValue = { text: '', uploads: [] };

/** Whether the input has a text field. All others accept files, ids and URLs. */
export const isTextual = ({ data_type: type }: InputDefinition): boolean =>
  type.startsWith('text/') || type === 'application/json';

export const isRequired = ({ required }: InputDefinition): boolean => required !== false;

export function checkValues(definitions: readonly InputDefinition[], values: RunValues): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const definition of definitions) {
    const { text, uploads } = values[definition.key] ?? emptyValue;
    if (uploads.some((upload) => upload.error))
      problems[definition.key] = 'A file could not be uploaded. Remove it or try again.';
    else if (uploads.some((upload) => upload.fileId === undefined))
      problems[definition.key] = 'A file is still uploading.';
    else if (isRequired(definition) && text.trim() === '' && uploads.length === 0)
      problems[definition.key] = isTextual(definition) ? 'Required.' : 'Required: choose a file or enter a URL.';
    else if (definition.data_type === 'application/json' && text.trim() !== '' && !isJson(text))
      problems[definition.key] = 'Not valid JSON.';
  }
  return problems;
}

export function toInputs(
  definitions: readonly InputDefinition[],
  values: RunValues,
): Record<string, string | string[]> {
  const inputs: Record<string, string | string[]> = {};
  for (const definition of definitions) {
    const { text, uploads } = values[definition.key] ?? emptyValue;
    const files = uploads.flatMap(({ fileId }) => fileId ?? []);
    const given = isTextual(definition) ? text : text.trim();
    if (files.length > 0) inputs[definition.key] = definition.accepts_multiple_files ? files : files[0]!;
    else if (given !== '') inputs[definition.key] = given;
  }
  return inputs;
}

/** Reads a JSON object, or undefined for an empty text. Throws an error with a message for people. */
export function readMetadata(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error('Not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Must be a JSON object.');
  return value as Record<string, unknown>;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
