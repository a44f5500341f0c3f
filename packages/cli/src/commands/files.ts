import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { call } from '../client/call.ts';
import { UsageError } from '../terminal/errors.ts';
import { done } from '../terminal/text.ts';

export function addFileCommands(program: Command): void {
  program
    .command('files')
    .description('upload files, and download them again')
    .command('upload')
    .description('store a file; inputs of runs take its id')
    .argument('<file>')
    .action((path: string, _, command) =>
      call(command, async ({ errand, signal }) => {
        const content = await openAsBlob(path).catch(() => {
          throw new UsageError(`There is no file ${path}.`);
        });
        const stored = await errand.files.upload(content, basename(path), { signal });
        return { json: stored, text: done(basename(path), { id: stored.id }) };
      }),
    );
}
