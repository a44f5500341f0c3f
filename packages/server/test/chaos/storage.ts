import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startS3 } from '../s3-server.ts';
import { type Address, startProxy } from './proxy.ts';

const BUCKET = 'chaos';

/** An S3 behind an address that can go silent. */
export async function startStorage(
  folder: string,
): Promise<{ proxy: Address; env: NodeJS.ProcessEnv; stop(): Promise<void> }> {
  const directory = join(folder, 's3');
  await mkdir(directory);
  const server = await startS3(directory, BUCKET);
  const proxy = await startProxy(Number(new URL(process.env.AWS_ENDPOINT_URL!).port));
  return {
    proxy,
    env: {
      ERRAND_STORAGE: `s3://${BUCKET}/files`,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${proxy.port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    },
    async stop() {
      await proxy.stop();
      await server.close();
    },
  };
}

export type Disk = { fill(): Promise<void>; free(): Promise<void>; unmount(): Promise<void> };

const DISK_MIB = 8;

/** A small file system of its own at this folder; or why there is none. */
export async function mountDisk(folder: string): Promise<Disk | string> {
  await mkdir(folder, { recursive: true });
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return 'this machine does not permit a mount';
  }
  const ballast = join(folder, 'ballast');
  return {
    // It ends with the error of a full disk.
    fill: () => writeFile(ballast, Buffer.alloc(DISK_MIB * 1024 ** 2)).catch(() => undefined),
    free: () => rm(ballast, { force: true }),
    async unmount() {
      execFileSync('umount', ['-l', folder]);
    },
  };
}
