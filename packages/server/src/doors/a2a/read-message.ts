import { createHash } from 'node:crypto';
import type { Message, Part } from '@a2a-js/sdk';
import { RequestMalformedError } from '@a2a-js/sdk/errors';
import type { InputDefinition } from '@errand/contract/agents.ts';
import { isJsonObject } from '#platform/json.ts';
import { fileKeys, textKey, type Upload, withAddress } from '../message-inputs.ts';

// Maps the parts of a message to the inputs of a run. A data part is the inputs object.

export type MessageInputs = { inputs: Record<string, unknown>; uploads: Upload[] };

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
  const keys = fileKeys(definitions, inputs, files.length);
  if (keys.length < files.length)
    throw new RequestMalformedError(
      `The message has ${files.length} files, but the agent accepts only ${keys.length} more.`,
    );
  for (const [index, key] of keys.entries()) {
    const { content, filename: name, mediaType } = files[index]!;
    if (content?.$case === 'raw') uploads.push({ key, content: content.value, name, mediaType });
    else inputs[key] = withAddress(inputs[key], String(content!.value));
  }
  return { inputs, uploads };
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
