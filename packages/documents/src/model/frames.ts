// The protocol between the two processes. Each frame is the length of its JSON, the length of its bytes, then both. The
// reader counts bytes, so that a compromised process cannot fill the memory of the one that started it.

const HEADER_BYTES = 8;

export type Frame<Message> = { message: Message; bytes: Uint8Array };

export function encodeFrame(message: unknown, bytes: Uint8Array = new Uint8Array()): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(json.length, 0);
  header.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([header, json, bytes]);
}

export class FrameError extends Error {}

/** Yields the complete frames of a stream. Throws a FrameError beyond `bytesMax` or for an invalid frame. */
export async function* readFrames<Message>(
  source: AsyncIterable<Uint8Array>,
  bytesMax: number,
): AsyncGenerator<Frame<Message>> {
  let chunks: Uint8Array[] = [];
  let available = 0;
  let total = 0;
  let needed = HEADER_BYTES;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > bytesMax) throw new FrameError('the response is too large');
    chunks.push(chunk);
    available += chunk.length;
    while (available >= needed) {
      const all = Buffer.concat(chunks);
      chunks = [all];
      const [jsonBytes, extraBytes] = [all.readUInt32BE(0), all.readUInt32BE(4)];
      needed = HEADER_BYTES + jsonBytes + extraBytes;
      if (needed > bytesMax) throw new FrameError('a frame is too long');
      if (available < needed) break;
      const json = all.subarray(HEADER_BYTES, HEADER_BYTES + jsonBytes).toString('utf8');
      // Copied, so that a small image does not keep a large chunk alive.
      const bytes = Uint8Array.from(all.subarray(HEADER_BYTES + jsonBytes, needed));
      chunks = [all.subarray(needed)];
      available -= needed;
      needed = HEADER_BYTES;
      yield { message: parseMessage<Message>(json), bytes };
    }
  }
}

function parseMessage<Message>(json: string): Message {
  try {
    return JSON.parse(json) as Message;
  } catch (error) {
    throw new FrameError('a frame is not JSON', { cause: error });
  }
}
