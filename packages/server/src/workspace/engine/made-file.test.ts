import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, linkSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { makeFolder } from '../../../test/stop-at-end.ts';
import { EngineError } from './engine.ts';
import { followFile } from './made-file.ts';

const folder = await makeFolder();

const MEGABYTE = 1024 * 1024;

function follow(file: string, bytesMax = 100 * MEGABYTE) {
  const pieces: Buffer[] = [];
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const following = followFile(folder, file, {
    bytesMax,
    async keep(content) {
      for await (const piece of content) {
        pieces.push(Buffer.from(piece));
        begin();
      }
    },
  });
  return { ...following, begun, content: () => Buffer.concat(pieces) };
}

const isUnusable = (error: unknown): boolean => error instanceof EngineError && error.reason === 'crash';

describe('a file that a sandboxed process makes', () => {
  test('is handed on while it grows, and whole', async () => {
    const following = follow('grows.parquet');
    const [one, other] = [Buffer.alloc(2.5 * MEGABYTE, 1), Buffer.alloc(1.2 * MEGABYTE, 2)];
    writeFileSync(join(folder, 'grows.parquet'), one);
    await following.begun;
    appendFileSync(join(folder, 'grows.parquet'), other);
    assert.equal(await following.finish(), one.length + other.length);
    assert.ok(following.content().equals(Buffer.concat([one, other])));
  });

  test('may be small or empty', async () => {
    for (const content of ['', 'x']) {
      writeFileSync(join(folder, 'small.jsonl'), content);
      const following = follow('small.jsonl');
      assert.equal(await following.finish(), content.length);
      assert.equal(following.content().toString(), content);
    }
  });

  test('that fails ends with an error for its reader, and with none for us', async () => {
    let seen: unknown;
    const following = followFile(folder, 'never.parquet', {
      bytesMax: 1,
      async keep(content) {
        try {
          for await (const _ of content);
        } catch (error) {
          seen = error;
          throw error;
        }
      },
    });
    await following.abandon();
    assert.ok(seen instanceof Error);
    following.throwFailure();
  });

  test('cannot be taken: that is known before its end', async () => {
    const following = followFile(folder, 'full.parquet', {
      bytesMax: 1,
      keep: () => Promise.reject(new Error('the disk is full')),
    });
    await following.failed;
    await assert.rejects(following.finish(), /disk is full/);
  });

  test('is read only if it is a plain file of its folder', async () => {
    writeFileSync(join(folder, 'secret'), 'secret');
    symlinkSync(join(folder, 'secret'), join(folder, 'link.parquet'));
    linkSync(join(folder, 'secret'), join(folder, 'second.parquet'));
    execFileSync('mkfifo', [join(folder, 'pipe.parquet')]);
    const names = ['link.parquet', 'second.parquet', 'pipe.parquet', 'absent.parquet', '../secret', 'secret'];
    for (const name of names) await assert.rejects(follow(name).finish(), isUnusable, name);
  });

  test('that is cut or too long is no answer', async () => {
    const path = join(folder, 'cut.parquet');
    writeFileSync(path, Buffer.alloc(2 * MEGABYTE));
    await assert.rejects(follow('cut.parquet', MEGABYTE).finish(), isUnusable);
    let cut = false;
    const following = followFile(folder, 'cut.parquet', {
      bytesMax: 10 * MEGABYTE,
      async keep(content) {
        for await (const _ of content) {
          if (!cut) truncateSync(path, 10);
          cut = true;
        }
      },
    });
    await assert.rejects(following.finish(), isUnusable);
  });
});
