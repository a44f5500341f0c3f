import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { OutboundError } from '#platform/outbound/failures.ts';
import { DriverFailure, defineDriver, type System } from '../model/driver.ts';
import { object, secret, text, url } from '../model/schema.ts';
import { createGuardedAgents } from './guarded-agents.ts';

// Reads and writes objects below a prefix of an S3 bucket, or of an S3-compatible store.

const REGION_DEFAULT = 'us-east-1';

export const s3 = defineDriver({
  connector: {
    id: 's3',
    display_name: 'Amazon S3',
    description: 'Objects of a bucket, read as inputs and written by post actions. Also for S3-compatible stores.',
    icon: 'database',
    category: 'Files',
    config_schema: object(
      {
        bucket: text('Bucket', '', { minLength: 3, maxLength: 63 }),
        region: text('Region', '', { default: REGION_DEFAULT }),
        prefix: text('Prefix', 'All paths are relative to it, such as reports/.'),
        endpoint: url('Endpoint', 'For stores other than Amazon, such as https://storage.example.com.'),
      },
      ['bucket'],
    ),
    auth_schema: object({ access_key_id: text('Access key id'), secret_access_key: secret('Secret access key') }, [
      'access_key_id',
      'secret_access_key',
    ]),
    dynamic_input_fields: {},
    dynamic_input_test_fields: [],
    browser_session: null,
  },

  check({ endpoint }) {
    const given = String(endpoint ?? '');
    const isUrl = given === '' || (URL.canParse(given) && /^https?:/.test(given));
    return isUrl ? {} : { config: ["'endpoint' must begin with http:// or https://."] };
  },

  async test(system) {
    const { sdk, client, bucket, prefix } = await openBucket(system);
    try {
      const { KeyCount = 0 } = await client.send(new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix }), {
        abortSignal: system.signal,
      });
      return KeyCount === 0
        ? 'The bucket can be listed. It has no objects below the prefix.'
        : 'The bucket can be listed.';
    } catch (error) {
      throw explain(system, error);
    } finally {
      client.destroy();
    }
  },

  files: {
    async *list(system, below) {
      const { sdk, client, bucket, prefix } = await openBucket(system);
      try {
        const pages = sdk.paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix + below });
        for await (const page of pages) {
          system.signal.throwIfAborted();
          for (const { Key = '', Size = 0, ETag = '', LastModified = new Date(0) } of page.Contents ?? [])
            yield {
              path: Key.slice(prefix.length),
              size: Size,
              etag: ETag.replaceAll('"', ''),
              modifiedAt: LastModified,
            };
        }
      } catch (error) {
        throw explain(system, error);
      } finally {
        client.destroy();
      }
    },

    async read(system, path) {
      const { sdk, client, bucket, prefix } = await openBucket(system);
      try {
        const found = await client.send(new sdk.GetObjectCommand({ Bucket: bucket, Key: prefix + checkPath(path) }), {
          abortSignal: system.signal,
        });
        const stream = found.Body as Readable;
        stream.once('close', () => client.destroy());
        return {
          size: found.ContentLength ?? 0,
          contentType: found.ContentType ?? 'application/octet-stream',
          stream,
        };
      } catch (error) {
        client.destroy();
        if (/^(NoSuchKey|NotFound)$/.test(nameOf(error))) return undefined;
        throw explain(system, error);
      }
    },

    write: put,
  },

  deliveries: {
    put_object: {
      description: 'Writes one object. Replaces an object with the same path.',
      params: {
        path: { description: 'The path below the prefix, such as results/${job.id}.json.', required: true },
        content: { description: 'The content.', required: true },
        content_type: { description: 'Default: application/json.' },
      },
      async run(system, { path = '', content = '', content_type: type = 'application/json' }) {
        await put(system, path, Buffer.from(content), type);
        return `Wrote ${Buffer.byteLength(content)} bytes to ${path}.`;
      },
    },
  },
});

async function put(system: System, path: string, content: Uint8Array, contentType: string): Promise<void> {
  const { sdk, client, bucket, prefix } = await openBucket(system);
  try {
    const target = { Bucket: bucket, Key: prefix + checkPath(path), Body: content, ContentType: contentType };
    await client.send(new sdk.PutObjectCommand(target), { abortSignal: system.signal });
  } catch (error) {
    throw explain(system, error);
  } finally {
    client.destroy();
  }
}

async function openBucket({ config, auth, outbound, hide }: System) {
  // Loaded on demand, because the SDK costs start time and memory.
  const sdk = await import('@aws-sdk/client-s3');
  const region = String(config.region || REGION_DEFAULT);
  const own = String(config.endpoint ?? '');
  const { http, https } = createGuardedAgents(outbound);
  const client: S3Client = new sdk.S3Client({
    region,
    // Always set. Otherwise AWS_ENDPOINT_URL of this server would decide where the credentials go.
    endpoint: own === '' ? `https://s3.${region}.amazonaws.com` : own,
    forcePathStyle: own !== '',
    credentials: { accessKeyId: String(auth.access_key_id), secretAccessKey: String(auth.secret_access_key) },
    maxAttempts: 2,
    requestHandler: { httpAgent: http, httpsAgent: https, connectionTimeout: 10_000, requestTimeout: 60_000 },
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  // Runs after the request was signed. Whoever has the signature can send the request again for some minutes.
  client.middlewareStack.add(
    (next) => (args) => {
      const { headers = {} } = args.request as { headers?: Record<string, string> };
      hide(headers.authorization?.match(/Signature=(\w+)/)?.[1] ?? '');
      return next(args);
    },
    { step: 'finalizeRequest', priority: 'low', name: 'hideSignature' },
  );
  return { sdk, client, bucket: String(config.bucket), prefix: String(config.prefix ?? '').replace(/^\//, '') };
}

/** Refuses `..`, which stores on file systems treat as the parent folder. */
function checkPath(path: string): string {
  const clean = path.replace(/^\//, '');
  if (clean === '' || clean.length > 1_000) throw new DriverFailure('The path must be 1 to 1000 characters long.');
  if (/\p{Cc}/u.test(clean) || clean.split('/').some((part) => part === '..' || part === '.'))
    throw new DriverFailure("The path must not contain '.' or '..' segments or control characters.");
  return clean;
}

const nameOf = (error: unknown): string => String((error as { name?: unknown } | null)?.name ?? '');

const KNOWN: Record<string, string> = {
  NoSuchBucket: 'Bucket not found.',
  AccessDenied: 'The credentials do not allow this.',
  InvalidAccessKeyId: 'Unknown access key id.',
  SignatureDoesNotMatch: 'The secret access key is wrong.',
  PermanentRedirect: 'The bucket is in another region.',
};

function explain({ signal }: System, error: unknown): Error {
  if (error instanceof DriverFailure) return error;
  if (signal.aborted) return error as Error;
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    if (at instanceof OutboundError) return new DriverFailure(at.message, { retry: true });
  const name = nameOf(error);
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  const told =
    KNOWN[name] ??
    (status === undefined ? 'The store could not be reached.' : `The store answered with status ${status} (${name}).`);
  return new DriverFailure(told, { retry: status === undefined || status >= 500 || status === 429, cause: error });
}
