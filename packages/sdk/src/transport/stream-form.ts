import { newKey } from './keys.ts';

/** Creates a form with one file that is sent as it is read, so that it is never in memory as a whole. */
export function streamForm(
  { field, name, type }: { field: string; name: string; type: string },
  content: AsyncIterable<Uint8Array>,
): { body: ReadableStream<Uint8Array>; headers: Record<string, string> } {
  const boundary = `errand-${newKey()}`;
  const head = [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${quote(field)}"; filename="${quote(name)}"`,
    `Content-Type: ${type.replaceAll(/[\r\n]/g, '') || 'application/octet-stream'}`,
    '',
    '',
  ].join('\r\n');
  const parts = join(new TextEncoder().encode(head), content, new TextEncoder().encode(`\r\n--${boundary}--\r\n`));
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const { done, value } = await parts.next();
        if (done) return controller.close();
        // An empty chunk would not make the stream pull again.
        if (value.length > 0) return controller.enqueue(value);
      }
    },
    cancel: async () => void (await parts.return(undefined)),
  });
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

async function* join(head: Uint8Array, content: AsyncIterable<Uint8Array>, end: Uint8Array) {
  yield head;
  yield* content;
  yield end;
}

/** Escapes names as browsers do in forms. */
const quote = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
