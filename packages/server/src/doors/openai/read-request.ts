import type { InputDefinition } from '@errand/contract/agents.ts';
import { AppError } from '#platform/errors.ts';
import { isJsonObject, parseUntrustedJson } from '#platform/json.ts';
import { fileKeys, textKey, type Upload, withAddress } from '../message-inputs.ts';

// Reads what a client of the OpenAI shape sends. A member without a meaning here is refused by name, because an answer
// that silently lacks what was asked for would be wrong.

type Given = Record<string, unknown>;

/** Accepted without effect: they tune a model, and the agent has its own settings. */
const IGNORED = ['temperature', 'user', 'parallel_tool_calls', 'truncation'];

export const responseMembers = ['model', 'input', 'metadata', 'background', 'stream', 'store', 'prompt'];
export const chatMembers = [
  'model',
  'messages',
  'metadata',
  'stream',
  'stream_options',
  'store',
  'response_format',
  'n',
];

export const invalid = (param: string, detail: string, code = 'invalid_value'): AppError =>
  new AppError('bad_request', { detail, extra: { param, code } });

export function refuseOthers(body: Given, known: readonly string[]): void {
  for (const [name, value] of Object.entries(body)) {
    if (value === null || value === undefined || known.includes(name) || IGNORED.includes(name)) continue;
    throw invalid(name, `Unsupported parameter: '${name}' has no meaning for an agent.`, 'unsupported_parameter');
  }
}

export function readFlag(body: Given, name: string): boolean | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || typeof value === 'boolean') return value;
  throw invalid(name, `${name} must be a boolean.`, 'invalid_type');
}

export function readText(body: Given, name: string): string | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || typeof value === 'string') return value;
  throw invalid(name, `${name} must be a string.`, 'invalid_type');
}

export function readObject(body: Given, name: string): Given | undefined {
  const value = body[name] ?? undefined;
  if (value === undefined || isJsonObject(value)) return value;
  throw invalid(name, `${name} must be an object.`, 'invalid_type');
}

export function readMetadata(body: Given): Record<string, string> {
  const metadata = readObject(body, 'metadata') ?? {};
  for (const [key, value] of Object.entries(metadata))
    if (typeof value !== 'string') throw invalid('metadata', `metadata.${key} must be a string.`, 'invalid_type');
  return metadata as Record<string, string>;
}

type Files = { address: string } | { content: Buffer; name: string | undefined; mediaType: string | undefined };
/** The message that counts, and how many before it were left out. */
export type Asked = { text: string; files: Files[]; left: number };

/** Reads a string or the last message of the user. */
export function readMessages(value: unknown, param: string): Asked {
  if (typeof value === 'string') return { text: value, files: [], left: 0 };
  if (value === undefined || value === null) return { text: '', files: [], left: 0 };
  if (!Array.isArray(value)) throw invalid(param, `${param} must be a string or a list of messages.`, 'invalid_type');
  const index = value.findLastIndex((one) => isJsonObject(one) && one.role === 'user');
  if (index < 0) throw invalid(param, `${param} has no message of the user.`);
  const { content } = value[index] as Given;
  if (typeof content === 'string') return { text: content, files: [], left: value.length - 1 };
  if (!Array.isArray(content)) throw invalid(param, 'A message needs content.', 'invalid_type');
  const texts: string[] = [];
  const files: Files[] = [];
  for (const part of content) {
    if (!isJsonObject(part)) throw invalid(param, 'A part of a message must be an object.', 'invalid_type');
    if ((part.type === 'input_text' || part.type === 'text') && typeof part.text === 'string') texts.push(part.text);
    else files.push(readFile(part, param));
  }
  return { text: texts.join('\n'), files, left: value.length - 1 };
}

function readFile(part: Given, param: string): Files {
  // Chat messages put the members of a file one level deeper.
  const file = isJsonObject(part.file) ? part.file : part;
  const image = isJsonObject(part.image_url) ? part.image_url.url : part.image_url;
  const data = part.type === 'input_file' || part.type === 'file' ? file.file_data : image;
  const { file_id: id, file_url: url, filename } = file;
  if (!['input_file', 'file', 'input_image', 'image_url'].includes(String(part.type)))
    throw invalid(param, `Parts of the type '${String(part.type).slice(0, 50)}' are not supported.`);
  if (typeof id === 'string') return { address: id };
  if (typeof url === 'string') return { address: url };
  if (typeof data !== 'string') throw invalid(param, 'A file needs file_id, file_url or its data.');
  if (/^https?:/i.test(data)) return { address: data };
  const [, mediaType, base64] = /^data:([^;,]*)(?:;[^,]*)?,(.*)$/s.exec(data) ?? [undefined, undefined, data];
  if (!/^[A-Za-z0-9+/_=\s-]*$/.test(base64!)) throw invalid(param, 'The data of a file must be base64.');
  const name = typeof filename === 'string' ? filename : undefined;
  return { content: Buffer.from(base64!, 'base64'), name, mediaType };
}

/** Turns the message into the inputs of the agent. `variables` are inputs by key and win over a message. */
export function placeInputs(
  asked: Asked,
  variables: Given | undefined,
  definitions: readonly InputDefinition[],
  param: string,
): { inputs: Given; uploads: Upload[] } {
  const inputs: Given = { ...(variables ?? readInputs(asked.text, definitions)) };
  const uploads: Upload[] = [];
  const keys = fileKeys(definitions, inputs, asked.files.length);
  if (keys.length < asked.files.length)
    throw invalid(param, `There are ${asked.files.length} files, but the agent accepts only ${keys.length} more.`);
  for (const [index, key] of keys.entries()) {
    const file = asked.files[index]!;
    if ('address' in file) inputs[key] = withAddress(inputs[key], file.address);
    else uploads.push({ key, ...file });
  }
  return { inputs, uploads };
}

/** A JSON object whose members are inputs is the inputs; any other text goes to the text input. */
function readInputs(text: string, definitions: readonly InputDefinition[]): Given {
  if (text.trimStart().startsWith('{')) {
    try {
      const value = parseUntrustedJson(text);
      const known = new Set(definitions.map(({ key }) => key));
      if (isJsonObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => known.has(key)))
        return value;
    } catch {
      // A text that looks like JSON is a text.
    }
  }
  return text === '' ? {} : { [textKey(definitions)]: text };
}
