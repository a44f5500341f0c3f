import type { Readable } from 'node:stream';

/** Fields stand before files in what clients send; nobody waits for more than this. */
const PEEK_BYTES_MAX = 64 * 1024;

/** The text of a field near the start of a multipart body, which stays unread for whoever reads it afterwards. */
export async function peekMultipartField(raw: Readable, name: string): Promise<string | undefined> {
  const field = new RegExp(`name="?${name}"?[ \\t]*\\r\\n(?:[^\\r\\n]+\\r\\n)*\\r\\n([^\\r\\n]*)\\r\\n`, 'i');
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  function look(): void {
    // Nothing to read means that the body has ended: whatever was taken goes back before the stream says so.
    const ended = raw.readableLength === 0;
    for (let chunk = ended ? null : raw.read(); chunk !== null; chunk = raw.readableLength > 0 ? raw.read() : null) {
      chunks.push(chunk);
      size += chunk.length;
    }
    const found = field.exec(Buffer.concat(chunks).toString('latin1'))?.[1];
    if (found !== undefined || ended || size >= PEEK_BYTES_MAX) finish(found);
  }
  function finish(found: string | undefined): void {
    raw.off('readable', look);
    raw.off('close', onClose);
    if (size > 0 && !raw.destroyed) raw.unshift(Buffer.concat(chunks));
    resolve(found);
  }
  const onClose = (): void => finish(undefined);
  raw.on('readable', look);
  raw.once('close', onClose);
  return promise;
}
