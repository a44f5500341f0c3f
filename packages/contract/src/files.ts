import { Type } from 'typebox';
import { JsonObject, Nullable, Timestamp, Uuid } from './values.ts';

export const UploadedFile = Type.Object({
  id: Type.String({
    description: 'Use this id in run inputs and SQL file columns.',
    examples: ['file_01980a6e-7c3f-7b52-9d0e-6f1f5a2b3c4d'],
  }),
  file_id: Uuid,
  name: Type.String(),
  content_type: Type.String({ examples: ['application/pdf'] }),
  size: Type.Integer({ description: 'Bytes.' }),
  dataset_id: Nullable(Type.String()),
  metadata: Nullable(JsonObject),
  created_at: Timestamp,
});

export const UploadForm = Type.Object({
  file: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', description: 'The content, with its file name.' }),
  dataset_id: Type.Optional(Type.String({ maxLength: 255 })),
  organization_id: Type.Optional(Uuid),
  metadata: Type.Optional(Type.String({ description: 'A JSON object as text.', examples: ['{"source":"scan"}'] })),
});

/** Bytes of any media type, with single ranges. */
export const FileContent = Type.Unsafe<Uint8Array>({
  description: 'The content.',
  content: {
    '*/*': { schema: { type: 'string', format: 'binary' }, example: 'bytes of the file' },
  },
});

export const RangeHeaders = Type.Object({
  Range: Type.Optional(Type.String({ description: 'A single byte range.', examples: ['bytes=0-1023'] })),
});

export const FileLimits = Type.Object({
  upload_bytes_max: Type.Integer({
    description: 'Maximum size of a request that contains a file.',
    examples: [104_857_600],
  }),
});
