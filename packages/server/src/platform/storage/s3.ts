import { Readable } from 'node:stream';
import type { _Object, S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import { readProxySettings } from '../outbound/proxy-settings.ts';
import { assertKey, assertPrefix, assertRange, checkByUse, countBytes, type Storage, StorageError } from './storage.ts';

// Two parts of S3's minimum size are in memory at a time. S3 allows 10,000 parts, so objects can have 50 GB.
const partBytes = 5 * 1024 * 1024;
const partsAtOnce = 2;

/**
 * Stores objects in an S3 bucket or a compatible store. Credentials and region come from the SDK's usual places, the
 * AWS_* variables first. Missing objects can only be told from forbidden ones with the s3:ListBucket permission.
 *
 * A process that is killed during an upload leaves invisible parts that S3 charges for. The bucket should have a
 * lifecycle rule that aborts incomplete multipart uploads. `move` copies in one request, which S3 allows up to 5 GB.
 */
export async function openS3Storage(
  { bucket, prefix }: { bucket: string; prefix: string },
  limitMs: number,
): Promise<Storage> {
  // Loaded on demand, so that disk storage does not pay for the SDK's load time and memory.
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const client: S3Client = new sdk.S3Client(clientConfig(process.env, limitMs));

  function address(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    return { Bucket: bucket, Key: prefix + key };
  }

  const storage: Storage = {
    kind: 's3',

    async put(key, source, options) {
      const target = { ...address(key), ContentType: options?.contentType };
      const counted = countBytes(source);
      const body = Readable.from(copies(counted.chunks), { highWaterMark: 1 });
      const upload = new Upload({
        client,
        params: { ...target, Body: body },
        partSize: partBytes,
        queueSize: partsAtOnce,
      });
      try {
        await upload.done();
        return { size: counted.size };
      } catch (error) {
        throw counted.error ?? explain(bucket, error);
      } finally {
        body.destroy();
      }
    },

    async get(key, range) {
      assertRange(range);
      const Range = range && `bytes=${range.start}-${range.end}`;
      try {
        const found = await client.send(new sdk.GetObjectCommand({ ...address(key), Range }));
        const size = Number(found.ContentRange?.split('/')[1] ?? found.ContentLength);
        return { size, stream: found.Body as Readable };
      } catch (error) {
        if (isMissing(error)) return undefined;
        if (nameOf(error) !== 'InvalidRange') throw explain(bucket, error);
        const found = await storage.head(key);
        return found && { size: found.size, stream: Readable.from([]) };
      }
    },

    async head(key) {
      try {
        const found = await client.send(new sdk.HeadObjectCommand(address(key)));
        return { size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      } catch (error) {
        if (isMissing(error)) return undefined;
        throw explain(bucket, error);
      }
    },

    async move(from, to) {
      const source = address(from);
      const CopySource = encodeURI(`${source.Bucket}/${source.Key}`);
      try {
        await client.send(new sdk.CopyObjectCommand({ ...address(to), CopySource }));
        await client.send(new sdk.DeleteObjectCommand(source));
      } catch (error) {
        if (isMissing(error)) throw new Error(`no object to move: ${from}`, { cause: error });
        throw explain(bucket, error);
      }
    },

    async delete(key) {
      // S3 does not say whether it deleted anything.
      if (!(await storage.head(key))) return false;
      await client
        .send(new sdk.DeleteObjectCommand(address(key)))
        .catch((error) => Promise.reject(explain(bucket, error)));
      return true;
    },

    async *list(keyPrefix) {
      assertPrefix(keyPrefix);
      const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + keyPrefix });
      try {
        for await (const { Contents = [] } of pages) yield* Contents.map((found) => toEntry(found, prefix));
      } catch (error) {
        throw explain(bucket, error);
      }
    },

    check: () => checkByUse(storage),

    async close() {
      client.destroy();
    },
  };
  return storage;
}

const toEntry = ({ Key = '', Size = 0, LastModified = new Date(0) }: _Object, prefix: string) => ({
  key: Key.slice(prefix.length),
  size: Size,
  modifiedAt: LastModified,
});

function clientConfig(env: NodeJS.ProcessEnv, limitMs: number): S3ClientConfig {
  const { env: proxyEnv } = readProxySettings(env);
  const agent = { keepAlive: true, maxSockets: 200, ...(proxyEnv && { proxyEnv }) };
  const config: S3ClientConfig = {
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || undefined,
    // The request timeout ends with the first byte. After that, the body may pause for 5 minutes, for slow readers.
    requestHandler: {
      connectionTimeout: 5_000,
      requestTimeout: limitMs,
      throwOnRequestTimeout: true,
      socketTimeout: 300_000,
      httpAgent: agent,
      httpsAgent: agent,
    },
  };
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  if (!endpoint) return config;
  if (!URL.canParse(endpoint))
    throw new StorageError(`AWS_ENDPOINT_URL must be a URL, but is ${JSON.stringify(endpoint)}`);
  // Compatible stores use path-style addresses, rarely care about the region, and often reject the newer checksums.
  return {
    ...config,
    endpoint,
    forcePathStyle: true,
    region: config.region ?? 'us-east-1',
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  };
}

/** Copies each piece, because a part consists of several pieces and the source may reuse its memory. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Uint8Array.from(chunk);
}

function isMissing(error: unknown): boolean {
  return ['NoSuchKey', 'NotFound'].includes(nameOf(error));
}

const refusals = ['AccessDenied', 'InvalidAccessKeyId', 'SignatureDoesNotMatch', 'ExpiredToken', 'Forbidden', '403'];
const networkCodes = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'ETIMEDOUT', 'EHOSTUNREACH'];

/** Turns an error of the store or the network into a one-line StorageError. Returns any other error unchanged. */
function explain(bucket: string, error: unknown): unknown {
  const name = nameOf(error);
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  const detail = message.split('\n')[0] || code || name;
  if (name === 'NoSuchBucket') return new StorageError(`bucket "${bucket}" does not exist`, { cause: error });
  if (name === 'CredentialsProviderError' || /^Region (is missing|not accepted)/.test(detail)) {
    const need = 'set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION';
    return new StorageError(`no credentials or region for bucket "${bucket}": ${need}`, { cause: error });
  }
  if (refusals.includes(name))
    return new StorageError(`bucket "${bucket}" refuses access: ${detail}`, { cause: error });
  if (name === 'TimeoutError')
    return new StorageError(`bucket "${bucket}" did not respond in time: ${detail}`, { reason: 'late', cause: error });
  if (networkCodes.includes(code)) {
    return new StorageError(`bucket "${bucket}" cannot be reached: ${detail}`, { reason: 'unreachable', cause: error });
  }
  // Any other error of the store, mostly overload.
  if ((error as { $metadata?: unknown } | undefined)?.$metadata !== undefined)
    return new StorageError(`bucket "${bucket}" returned an error: ${detail}`, { reason: 'unreachable', cause: error });
  return error;
}

function nameOf(error: unknown): string {
  return (error as Error | undefined)?.name ?? '';
}
