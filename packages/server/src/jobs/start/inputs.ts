import type { InputDefinition } from '@errand/contract/agents.ts';
import { parseFileId } from '#platform/ids.ts';
import { limits } from '#platform/limits.ts';
import type { JobInput } from '../record/model.ts';
import { inputText, type RunRequest, type UploadedFile } from './run-request.ts';

// Checks the values of a run against the agent's input definitions: which are missing, do not fit or name files.

type FileOrText =
  | { kind: 'text'; text: string }
  /** If the input accepts any text, an id of no known file counts as text. */
  | { kind: 'file'; fileId: string; text: string };
export type InputValue = FileOrText | { kind: 'upload'; file: UploadedFile };
export type CollectedInput = { key: string; values: InputValue[]; takesText: boolean };

/** Returns the inputs in the order of the definitions, and one message for each that is missing or unusable. */
export function collectInputs(
  definitions: InputDefinition[],
  request: RunRequest,
): { inputs: CollectedInput[]; problems: string[]; isMissing: boolean } {
  const inputs: CollectedInput[] = [];
  const problems: string[] = [];
  let isMissing = false;
  for (const definition of definitions) {
    const values = readValues(definition, request, problems);
    if (values === undefined) continue;
    if (values.length > 0) inputs.push({ key: definition.key, values, takesText: takesText(definition) });
    else if (definition.required !== false) {
      isMissing = true;
      problems.push(`Required input '${definition.key}' was not supplied.`);
    }
  }
  const files = inputs.reduce((sum, { values }) => sum + values.filter(({ kind }) => kind !== 'text').length, 0);
  if (files > limits.runFiles) problems.push(`At most ${limits.runFiles} files are allowed, but there are ${files}.`);
  if (problems.length > 0 && isUnreadInputs(definitions, request))
    problems.push('`inputs` was ignored: it must be an object that maps input keys to values.');
  return { inputs, problems, isMissing };
}

/** Whether the body has a member `inputs` that is neither an object of inputs nor an input of that name. */
const isUnreadInputs = (definitions: InputDefinition[], { top, nested, form }: RunRequest): boolean =>
  !form && nested === undefined && top.inputs !== undefined && !definitions.some(({ key }) => key === 'inputs');

/** Returns the values, an empty list if the input was not supplied, or undefined after adding a problem. */
function readValues(definition: InputDefinition, request: RunRequest, problems: string[]): InputValue[] | undefined {
  const { key } = definition;
  const several = definition.accepts_multiple_files === true;
  const values: InputValue[] = [];
  const files = request.files.filter((file) => file.field === key);
  const texts = rawValues(key, request, several);
  for (const [index, raw] of texts.entries()) {
    while (files.length > 0 && files[0]!.after <= index) values.push({ kind: 'upload', file: files.shift()! });
    const text = inputText(raw);
    if (text === undefined) continue;
    const read = readText(definition, text, several);
    if (read === undefined) {
      problems.push(
        `Input '${key}' must be of type ${definition.data_type}: upload a file, or send a file id or an http(s) URL.`,
      );
      return undefined;
    }
    values.push(...read);
  }
  for (const file of files) values.push({ kind: 'upload', file });
  if (values.length > 1 && !several) {
    problems.push(`Input '${key}' takes one value, but got ${values.length}.`);
    return undefined;
  }
  return values;
}

/**
 * Returns the files and URLs that a text names, the text itself if the input accepts any, or undefined if it does not
 * fit.
 */
function readText(definition: InputDefinition, text: string, several: boolean): InputValue[] | undefined {
  if (readsFileAsText(definition)) return [{ kind: 'text', text }];
  const isUsable = ({ kind, text: part }: FileOrText): boolean =>
    kind === 'file' || (!takesText(definition) && (isHttpUrl(part) || isConnectionAddress(part)));
  // A URL may contain commas, so the text is a list only if every part is a file id or a URL.
  const parts = several ? text.split(',').map(readFileId) : [];
  if (parts.length > 1 && parts.every(isUsable)) return parts;
  const whole = readFileId(text);
  if (isUsable(whole)) return [whole];
  return takesText(definition) ? [{ kind: 'text', text }] : undefined;
}

function readFileId(given: string): FileOrText {
  const text = given.trim();
  const fileId = parseFileId(text);
  return fileId === undefined ? { kind: 'text', text } : { kind: 'file', fileId, text };
}

/** Returns what was sent for an input: from `inputs`, or else from the top level. */
function rawValues(key: string, request: RunRequest, several: boolean): unknown[] {
  const { nested, top, form } = request;
  const inNested = nested !== undefined && Object.hasOwn(nested, key) ? nested[key] : undefined;
  if (inNested !== undefined && inNested !== null) return several && Array.isArray(inNested) ? inNested : [inNested];
  if (key === 'metadata' || key === 'organization_id') return [];
  // An object under `inputs` holds the inputs. Only a value that is not an object can be an input with the key
  // `inputs`.
  if (key === 'inputs' && nested !== undefined) return [];
  const atTop = Object.hasOwn(top, key) ? top[key] : undefined;
  return (several || form) && Array.isArray(atTop) ? atTop : [atTop];
}

/** Whether any text will do. Inputs of other types need a file or a URL. */
export function takesText(definition: InputDefinition): boolean {
  const type = definition.data_type.toLowerCase();
  return type.startsWith('text/') || type === 'application/json' || type === '*/*';
}

/** Whether a file that is sent for this input is read as its text. */
export const readsFileAsText = (definition: InputDefinition): boolean =>
  takesText(definition) && definition.data_type !== '*/*';

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

/** Matches the address of an object in a connection that the version names. */
const isConnectionAddress = (text: string): boolean => /^connection:\/\/[^/\s]+\/\S+$/.test(text);

export type StoredFile = { id: string; sha256: string };

/**
 * Returns the job's inputs as they are stored. `content` replaces them in the cache key if there are files: it has the
 * hash of each file, so that the same bytes under another file id are the same input.
 */
export function toJobInputs(
  inputs: CollectedInput[],
  files: { byId: Map<string, StoredFile>; byUpload: Map<UploadedFile, StoredFile> },
): { jobInputs: JobInput[]; fileIds: string[]; content: string | null } {
  const fileIds: string[] = [];
  function stored(value: InputValue): string {
    const file = findFile(value, files);
    if (file === undefined) return (value as FileOrText).text;
    fileIds.push(file.id);
    return `file_${file.id}`;
  }
  const jobInputs = inputs.map(({ key, values }) => ({
    key,
    value: values.length === 1 ? stored(values[0]!) : values.map(stored).join(','),
  }));
  return { jobInputs, fileIds, content: fileIds.length === 0 ? null : contentOf(inputs, files) };
}

type Files = Parameters<typeof toJobInputs>[1];

function findFile(value: InputValue, { byId, byUpload }: Files): StoredFile | undefined {
  if (value.kind === 'text') return undefined;
  return value.kind === 'upload' ? byUpload.get(value.file)! : byId.get(value.fileId);
}

const contentOf = (inputs: CollectedInput[], files: Files): string =>
  JSON.stringify(
    inputs.map(({ key, values }) => [
      key,
      values.map((value) => {
        const file = findFile(value, files);
        return file === undefined ? `t${(value as FileOrText).text}` : `f${file.sha256}`;
      }),
    ]),
  );
