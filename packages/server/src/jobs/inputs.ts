import { createHash } from 'node:crypto';
import type { InputDefinition } from '@errand/contract/agents.ts';
import { parseFileId } from '#platform/ids.ts';
import type { JobInput } from './model.ts';
import { inputText, type RunRequest, type UploadedFile } from './run-request.ts';

// Values of a run against an agent's input definitions: which are missing, which do not fit, which name files.

export type InputValue =
  | { kind: 'text'; text: string }
  | { kind: 'file'; fileId: string }
  | { kind: 'upload'; file: UploadedFile };
export type CollectedInput = { key: string; values: InputValue[] };

/** Inputs in the order of the definitions, and one message for each that is missing or unusable. */
export function collectInputs(
  definitions: InputDefinition[],
  request: RunRequest,
): { inputs: CollectedInput[]; problems: string[] } {
  const inputs: CollectedInput[] = [];
  const problems: string[] = [];
  for (const definition of definitions) {
    const values = readValues(definition, request, problems);
    if (values === undefined) continue;
    if (values.length > 0) inputs.push({ key: definition.key, values });
    else if (definition.required !== false) problems.push(`Required input '${definition.key}' was not supplied.`);
  }
  return { inputs, problems };
}

/** undefined: a problem was noted; an empty list: not supplied. */
function readValues(definition: InputDefinition, request: RunRequest, problems: string[]): InputValue[] | undefined {
  const { key } = definition;
  const several = definition.accepts_multiple_files === true;
  const raw = rawValue(key, request);
  const texts =
    several && Array.isArray(raw) ? raw.map(inputText).filter((text) => text !== undefined) : [inputText(raw)];
  const values: InputValue[] = [];
  for (const text of texts) {
    if (text === undefined) continue;
    if (takesText(definition)) {
      values.push({ kind: 'text', text });
      continue;
    }
    // An input with several files may also get them in one text.
    for (const part of several ? text.split(',').map((one) => one.trim()) : [text.trim()]) {
      const fileId = parseFileId(part);
      if (fileId !== undefined) values.push({ kind: 'file', fileId });
      else if (isHttpUrl(part)) values.push({ kind: 'text', text: part });
      else {
        problems.push(
          `Input '${key}': a ${definition.data_type} is needed: upload a file, or send a file id or an http(s) URL.`,
        );
        return undefined;
      }
    }
  }
  for (const file of request.files) if (file.field === key) values.push({ kind: 'upload', file });
  if (values.length > 1 && !several) {
    problems.push(`Input '${key}' takes one value, but got ${values.length}.`);
    return undefined;
  }
  return values;
}

function rawValue(key: string, request: RunRequest): unknown {
  const nested = Object.hasOwn(request.nested, key) ? request.nested[key] : undefined;
  if (nested !== undefined && nested !== null) return nested;
  if (key === 'metadata' || key === 'organization_id') return undefined;
  const top = Object.hasOwn(request.top, key) ? request.top[key] : undefined;
  // An object under `inputs` holds the other inputs; only another value can be an input of that name.
  if (key === 'inputs' && request.nested === top) return undefined;
  return top;
}

/** Texts, JSON and the wildcard for everything take any text; everything else is a file or an address. */
export function takesText(definition: InputDefinition): boolean {
  const type = definition.data_type.toLowerCase();
  return type.startsWith('text/') || type === 'application/json' || type === '*/*';
}

/** A file sent for such an input is read as its text. */
export const readsFileAsText = (definition: InputDefinition): boolean =>
  takesText(definition) && definition.data_type !== '*/*';

const isHttpUrl = (text: string): boolean => /^https?:\/\/[^\s]+$/i.test(text) && URL.canParse(text);

export type StoredFile = { id: string; sha256: string };

/** The job's inputs as stored, and the hash of their content: the same bytes under another file id are the same input. */
export function toJobInputs(
  inputs: CollectedInput[],
  files: { byId: Map<string, StoredFile>; byUpload: Map<UploadedFile, StoredFile> },
): { jobInputs: JobInput[]; fileIds: string[]; contentHash(seed: string): Buffer } {
  const fileIds: string[] = [];
  const hashed: [string, string[]][] = [];
  const jobInputs = inputs.map(({ key, values }) => {
    const contents: string[] = [];
    const texts = values.map((value) => {
      if (value.kind === 'text') {
        contents.push(`t${value.text}`);
        return value.text;
      }
      const file = value.kind === 'file' ? files.byId.get(value.fileId)! : files.byUpload.get(value.file)!;
      fileIds.push(file.id);
      contents.push(`f${file.sha256}`);
      return `file_${file.id}`;
    });
    hashed.push([key, contents]);
    return { key, value: texts.join(',') };
  });
  hashed.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    jobInputs,
    fileIds,
    contentHash: (seed) => createHash('sha256').update(seed).update(JSON.stringify(hashed)).digest(),
  };
}
