import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
// @ts-expect-error s3rver ships no types.
import S3rver from 's3rver';

const WRITE_MS_MAX = 5_000;

/** An S3 on loopback. Points the AWS variables at it. */
export async function startS3(directory: string, bucket: string): Promise<{ close(): Promise<void> }> {
  const options = { directory, address: '127.0.0.1', port: 0, silent: true, configureBuckets: [{ name: bucket }] };
  const server = new S3rver(options);
  mendStore(server.store);
  const { port } = await server.run();
  Object.assign(process.env, {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
  return server;
}

/**
 * Makes s3rver keep three promises of S3 that it breaks: writes are atomic (it lets two write one file at once), they
 * are there when it answers (it answers before its last chunk is on disk), and `bytes=0-0` is one byte.
 */
function mendStore(store: any): void {
  const { getObject, putObject, putPart, copyObject, deleteObject } = store;
  let last: Promise<unknown> = Promise.resolve();
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const result = last.then(write);
    // One whose sender has gone away never ends here, and would keep all others waiting.
    last = Promise.race([result.catch(() => {}), delay(WRITE_MS_MAX, undefined, { ref: false })]);
    return result;
  }
  async function onDisk(path: string, written: { size: number }) {
    while ((await stat(path)).size < written.size) await nextTurn();
    return written;
  }
  Object.assign(store, {
    getObject: (bucket: string, key: string, range?: { end?: number }) =>
      getObject.call(store, bucket, key, range?.end === 0 ? { ...range, end: '0' } : range),
    putObject: (object: { bucket: string; key: string }) =>
      inTurn(async () =>
        onDisk(store.getResourcePath(object.bucket, object.key, 'object'), await putObject.call(store, object)),
      ),
    putPart: (bucket: string, upload: string, part: string, content: unknown) =>
      inTurn(async () => {
        const path = join(store.getResourcePath(bucket, undefined, 'uploads'), upload, part);
        return onDisk(path, await putPart.call(store, bucket, upload, part, content));
      }),
    copyObject: (...args: unknown[]) => inTurn(() => copyObject.apply(store, args)),
    deleteObject: (...args: unknown[]) => inTurn(() => deleteObject.apply(store, args)),
  });
}
