import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { AppError } from '#platform/errors.ts';
import { createSemaphore } from '#platform/semaphore.ts';

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB and two passes, about 50 ms of one core. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Hashing occupies a thread of the pool that also serves files and DNS: two at once leave room for those. */
const RUNNING_MAX = 2;
/** About 1 s of waiting; a longer queue is a flood. */
const WAITING_MAX = 40;

/** Returns the hash in the PHC format, which records the cost, so that the cost can be raised later. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await tagOf(password, salt, COST, TAG_BYTES);
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

const FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Takes as long without a hash as with one, so that the response time does not reveal who exists. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const match = FORMAT.exec(hash ?? '');
  if (match === null) {
    await tagOf(password, Buffer.alloc(SALT_BYTES), COST, TAG_BYTES);
    return false;
  }
  const cost = { memory: Number(match[1]), passes: Number(match[2]), parallelism: Number(match[3]) };
  const expected = Buffer.from(match[5]!, 'base64');
  const tag = await tagOf(password, Buffer.from(match[4]!, 'base64'), cost, expected.length);
  return timingSafeEqual(tag, expected);
}

const hashing = createSemaphore({ max: RUNNING_MAX });

/** Throws if too many passwords wait. Called early, so that nothing is written for a request that is refused. */
export function refuseFlood(): void {
  if (hashing.waiting >= WAITING_MAX) throw new AppError('rate_limited', { retryAfterSeconds: 1 });
}

async function tagOf(password: string, nonce: Buffer, cost: typeof COST, tagLength: number): Promise<Buffer> {
  refuseFlood();
  // The same characters can be typed as different code points on different machines.
  const message = password.normalize('NFKC');
  return hashing.run(() => derive('argon2id', { message, nonce, tagLength, ...cost }));
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
