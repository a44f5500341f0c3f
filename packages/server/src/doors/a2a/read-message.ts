import { createHash } from 'node:crypto';
import type { Message, Part } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { InputDefinition } from '@errand/contract/agents.ts';
import { blobPrefix, cleanContentType, cleanFileName } from '#files/model.ts';
import { takesText } from '#jobs/start/inputs.ts';
import type { UploadedFile } from '#jobs/start/run-request.ts';
import { isJsonObject } from '#platform/json.ts';
import { limits } from '#platform/limits.ts';
import { contentKey, stageContent } from '#platform/storage/put-content.ts';
import type { Storage } from '#platform/storage/storage.ts';

// Maps the parts of a message to the inputs of a run. A data part is the inputs object. Texts go to the only text
// input, or to `text` if there is none or more than one. Files go to the file inputs in order.

type Raw = Part & { content: { $case: 'raw'; value: Buffer } };
export type MessageInputs = { inputs: Record<string, unknown>; uploads: { key: string; part: Raw }[] };

export function readMessage(message: Message, definitions: readonly InputDefinition[]): MessageInputs {
  if (message.parts.length === 0) throw new RequestMalformedError('The message has no parts.');
  const inputs: Record<string, unknown> = {};
  const uploads: MessageInputs['uploads'] = [];
  const texts: string[] = [];
  const files: Part[] = [];
  for (const part of message.parts) {
    const { content } = part;
    if (content === undefined) throw new RequestMalformedError('A part must have one of text, data, url and raw.');
    if (content.$case === 'text') texts.push(content.value);
    else if (content.$case !== 'data') files.push(part);
    else if (isJsonObject(content.value)) Object.assign(inputs, content.value);
    else throw new RequestMalformedError('A data part must be an object with input values by key.');
  }
  if (texts.length > 0) inputs[textKey(definitions)] = texts.join('\n');
  for (const [index, key] of fileKeys(definitions, inputs, files.length).entries()) {
    const part = files[index]!;
    if (part.content?.$case === 'raw') uploads.push({ key, part: part as Raw });
    else inputs[key] = withAddress(inputs[key], String(part.content!.value));
  }
  return { inputs, uploads };
}

function textKey(definitions: readonly InputDefinition[]): string {
  const keys = definitions.filter(takesText).map(({ key }) => key);
  return keys.length === 1 ? keys[0]! : 'text';
}

/** Assigns one file to each input, in the order of the definitions. An input for many files gets the remaining ones. */
function fileKeys(definitions: readonly InputDefinition[], given: Record<string, unknown>, count: number): string[] {
  const open = definitions.filter(
    (one) => given[one.key] === undefined && (!takesText(one) || one.data_type === '*/*'),
  );
  const keys: string[] = [];
  for (const { key, accepts_multiple_files: many } of open) {
    const left = count - keys.length;
    const others = open.length - open.findIndex((one) => one.key === key) - 1;
    const takes = many ? Math.max(1, left - others) : 1;
    for (let taken = 0; taken < Math.min(takes, left); taken += 1) keys.push(key);
  }
  if (keys.length < count)
    throw new RequestMalformedError(`The message has ${count} files, but the agent accepts only ${keys.length} more.`);
  return keys;
}

const withAddress = (earlier: unknown, address: string): unknown =>
  earlier === undefined ? address : [earlier, address].flat();

/** Stages the files that the message contains. */
export async function stageUploads(
  storage: Storage,
  orgId: string,
  uploads: MessageInputs['uploads'],
): Promise<UploadedFile[]> {
  const staged: UploadedFile[] = [];
  for (const { key, part } of uploads) {
    const content = await stageContent(storage, chunksOf(part.content.value), limits.fileBytes);
    staged.push({
      ...content,
      field: key,
      name: cleanFileName(part.filename),
      contentType: cleanContentType(part.mediaType || undefined),
      storageKey: contentKey(blobPrefix('files', orgId), content.sha256),
      after: 0,
    });
  }
  return staged;
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * The message id is the idempotency key: a repeated message keeps its id, and the same id with other content is
 * refused.
 */
export function idempotencyOf(agentId: string, message: Message) {
  const { messageId, parts } = message;
  if (messageId === '') throw new RequestMalformedError('The message has no messageId.');
  const content = parts.map(({ content, filename, mediaType }) => [
    content?.$case,
    content?.$case === 'raw' ? content.value.toString('base64') : content?.value,
    filename,
    mediaType,
  ]);
  return {
    key: createHash('sha256').update(messageId).digest('hex'),
    path: `/a2a/${agentId}/`,
    bodyHash: createHash('sha256').update(JSON.stringify(content)).digest(),
  };
}

/** Reads the answer to a question: a data part with `answer`, any other data, or the text. */
export function readAnswer({ parts }: Message): { answer: unknown; comment?: string } {
  for (const { content } of parts) {
    if (content?.$case !== 'data') continue;
    if (!isJsonObject(content.value) || !('answer' in content.value)) return { answer: content.value };
    const { answer, comment } = content.value;
    return { answer, ...(typeof comment === 'string' && { comment }) };
  }
  const texts = parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : []));
  if (texts.length === 0)
    throw new RequestMalformedError('The task asks a question. Answer it with a text or data part.');
  return { answer: texts.join('\n') };
}
