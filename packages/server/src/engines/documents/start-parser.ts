import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Parser, ParserLimits } from '@errand/documents/process/host.ts';
import { readablePaths } from '@errand/documents/process/readable-paths.ts';
import { openCodeCache } from '#platform/code-cache.ts';
import { chooseIdentity } from '#platform/identity.ts';
import { confine, emptyEnvironment, findIsolation, type Isolation, lowerPriority } from '#platform/isolation.ts';

// Starts one sandbox per file: no environment, no network, no child processes and no writes. It drops its privileges
// before it opens the file. Kernel limits back up the limits that the service watches.

const entry = fileURLToPath(new URL('./parser.ts', import.meta.url));
/** Limit of V8's heap. WebAssembly and buffers come on top. */
const HEAP_MB = 384;

export async function startParser(limits: ParserLimits): Promise<Parser> {
  const identity = chooseIdentity() ?? null;
  const [isolation, cache] = await Promise.all([findIsolation(), openCodeCache()]);
  // Node requires the write permission here. The unprivileged user does not have it in the file system.
  const rights = cache === undefined ? [] : [`--allow-fs-read=${cache}/*`, `--allow-fs-write=${cache}/*`];
  const [command, ...args] = parserCommand([...rights, entry, JSON.stringify(identity)], isolation, limits);
  const env = { ...emptyEnvironment, ...(cache !== undefined && { NODE_COMPILE_CACHE: cache }) };
  const child = spawn(command!, args, { env, cwd: '/', stdio: ['pipe', 'pipe', 'pipe'] });
  // The missing response reports the error. Without a listener, the error would end the service.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  lowerPriority(child.pid);
  return child;
}

export function parserCommand(
  program: string[],
  isolation: Partial<Isolation>,
  { timeoutMs, memoryBytesMax }: ParserLimits,
): string[] {
  const node = [
    process.execPath,
    `--max-old-space-size=${HEAP_MB}`,
    '--no-warnings',
    '--permission',
    // The runtime of the OCR networks is native. It is loaded before the file is opened and sees only pixels.
    '--allow-addons',
    ...[...ownPaths(), ...readablePaths()].map((path) => `--allow-fs-read=${path}`),
    ...program,
  ];
  // The kernel's memory limit holds even if memory grows between two checks, and its CPU time limit even if the service
  // is gone.
  const memoryMb = Math.ceil(memoryBytesMax / 1024 ** 2);
  return confine(node, isolation, { memoryMb, diskMb: 0, cpuSeconds: Math.ceil(timeoutMs / 500) });
}

/** The server's sources, without data that an installation keeps next to them. */
function ownPaths(): string[] {
  const sources = fileURLToPath(new URL('../../', import.meta.url));
  return [`${sources}*`, join(sources, '../package.json')];
}
