import { createHash } from 'node:crypto';
import { DriverFailure } from '#connections/model/driver.ts';
import type { Connections } from '#connections/use-connection.ts';
import { type EngineContext, EngineFailure } from './engine/engine.ts';
import type { StepContext } from './engine/step-context.ts';

// Reads file inputs of the form connection://name/path: objects of a connection that the agent's version names. Each
// object is read once, as a step, and kept with the data of the job, so that later attempts and readers of the trace
// see the same content.

const BYTES_MAX = 50 * 1024 * 1024;

type Kept = { path: string; content_type: string; size: number; sha256: string; kept: string };

export function createConnectionFile(connections: Connections, context: StepContext): EngineContext['connectionFile'] {
  return async (address, bytesMax = BYTES_MAX) => {
    const { id, path } = parseAddress(address, context.connectionRefs ?? {});
    const found = await context.step(
      `read ${address.slice(0, 200)}`,
      async (usage): Promise<Kept> => {
        usage.untrusted = 'document';
        const content = await readObject(connections, context, { id, path, bytesMax: Math.min(bytesMax, BYTES_MAX) });
        const { bytes, contentType } = content;
        const sha256 = createHash('sha256').update(bytes).digest('hex');
        return { path, content_type: contentType, size: bytes.length, sha256, kept: await context.keep(bytes) };
      },
      { kind: 'fetch' },
    );
    return {
      name: path.split('/').at(-1) || path,
      contentType: found.content_type,
      size: found.size,
      open: () => context.recall(found.kept),
    };
  };
}

function parseAddress(address: string, refs: Record<string, string>): { id: string; path: string } {
  const [, given = '', path = ''] = /^connection:\/\/([^/]+)\/(.+)$/s.exec(address) ?? [];
  const name = decodeText(given);
  const id = refs[name] ?? refs[given];
  if (path !== '' && id !== undefined) return { id, path: decodeText(path) };
  throw new EngineFailure(
    path === ''
      ? `'${address.slice(0, 100)}' must have the form connection://name/path.`
      : `The agent's version does not name the connection '${name.slice(0, 250)}'. Add it to 'connections' in its configuration.`,
    { code: 'errand.connections.missing' },
  );
}

/** Addresses encode spaces as %20. */
function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function readObject(
  connections: Connections,
  { orgId, agentId, signal, inputs = {}, findRequesterRoles }: StepContext,
  { id, path, bytesMax }: { id: string; path: string; bytesMax: number },
): Promise<{ bytes: Buffer; contentType: string }> {
  try {
    const opened = await connections.open(orgId, id, {
      signal,
      inputs,
      by: { agentId, ...(findRequesterRoles && { roles: await findRequesterRoles() }) },
    });
    const { files } = opened.driver;
    if (files === undefined) throw new DriverFailure(`The connection '${opened.row.name}' does not provide files.`);
    return await opened.use(async (_driver, system) => {
      const found = await files.read(system, path);
      if (found === undefined) throw new DriverFailure(`Object '${path.slice(0, 200)}' not found.`);
      // The declared size may be wrong, so the bytes are counted. Leaving the loop closes the stream.
      const pieces: Buffer[] = [];
      let size = found.size > bytesMax ? found.size : 0;
      if (size === 0)
        for await (const piece of found.stream) {
          size += (piece as Buffer).length;
          if (size > bytesMax) break;
          pieces.push(piece as Buffer);
        }
      found.stream.destroy();
      if (size > bytesMax)
        throw new DriverFailure(
          `Object '${path.slice(0, 200)}' is larger than ${Math.floor(bytesMax / 1024 ** 2)} MB.`,
        );
      return { bytes: Buffer.concat(pieces), contentType: found.contentType };
    });
  } catch (error) {
    if (!(error instanceof DriverFailure)) throw error;
    throw new EngineFailure(error.message, { code: 'errand.connections.failed', retry: error.retry });
  }
}
