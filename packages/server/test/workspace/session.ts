import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createParser } from '#workspace/sandbox/parser.ts';
import { lockSession, openSession } from '#workspace/sandbox/session.ts';

/**
 * DuckDB as a sandboxed process has it, in this process: for tests of the code that runs there. It works in a folder of
 * its own, which `close` leaves and removes. The connection stays open: closed after a failed import it keeps the process
 * alive now and then, and it ends with the process anyway.
 */
export async function openTestSession() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'errand-session-')));
  for (const name of ['in', 'out', 'tmp']) mkdirSync(join(folder, name));
  const before = process.cwd();
  process.chdir(folder);
  const settings = { folder, identity: null, threads: 1, memoryMb: 256, diskMb: 64, without: [] };
  const connection = await openSession(settings);
  await lockSession(connection, settings);
  return {
    connection,
    parser: createParser(connection, { checked: true }),
    folder,
    close(): void {
      process.chdir(before);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
