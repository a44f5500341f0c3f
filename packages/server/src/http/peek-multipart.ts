import type { Readable } from 'node:stream';

/** Fields stand before files in what clients send; nobody waits for more than this. */
const PEEK_BYTES_MAX = 64 * 1024;
/** What arrives byte by byte is not looked through for every byte. */
const LOOK_BYTES = 4_096;

/** The text of a field near the start of a multipart body, which stays unread for whoever reads it afterwards. */
export async function peekMultipartField(raw: Readable, name: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const chunks: Buffer[] = [];
  let size = 0;
  let nextLook = 0;
  function look(): void {
    // Nothing to read means that the body has ended: whatever was taken goes back before the stream says so.
    const ended = raw.readableLength === 0;
    for (let chunk = ended ? null : raw.read(); chunk !== null; chunk = raw.readableLength > 0 ? raw.read() : null) {
      chunks.push(chunk);
      size += chunk.length;
    }
    const enough = ended || size >= PEEK_BYTES_MAX;
    if (!enough && size < nextLook) return;
    nextLook = size + LOOK_BYTES;
    const found = findField(Buffer.concat(chunks).toString('latin1'), name);
    if (found !== undefined || enough) finish(found);
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

/** Each byte is passed once: an expression over the whole text would go through it again from every line. */
function findField(text: string, name: string): string | undefined {
  const wanted = new RegExp(`(?:^|;)[ \\t]*name="?${name}"?[ \\t]*(?:;|$)`, 'i');
  for (let at = 0; ; ) {
    const endOfHead = text.indexOf('\r\n\r\n', at);
    if (endOfHead === -1) return undefined;
    const head = text.slice(Math.max(at, endOfHead - HEAD_CHARACTERS_MAX), endOfHead);
    const disposition = /^content-disposition:([^\r\n]*)$/im.exec(head)?.[1];
    at = endOfHead + 4;
    if (disposition === undefined || !wanted.test(disposition)) continue;
    const endOfValue = text.indexOf('\r\n', at);
    return endOfValue === -1 ? undefined : text.slice(at, endOfValue);
  }
}

/** As much as the headers of a part may have; before them may be all of a file. */
const HEAD_CHARACTERS_MAX = 16 * 1024;
