import { Type } from 'typebox';
import { Nullable, Timestamp } from './values.ts';

// Artifacts and references of a job on the wire.

const kept = {
  sha256: Type.String({ description: 'Hash of the stored bytes, in hexadecimal.' }),
  size: Type.Integer({ description: 'In bytes.' }),
};

export const JobContents = Type.Object({
  artifacts: Type.Array(
    Type.Object({
      artifact_key: Type.String({ description: 'Key of the content: artifacts/result/?artifact_key=' }),
      ...kept,
      source: Nullable(Type.String({ description: 'The source: an input, an address, a tool or a model.' })),
      step: Nullable(Type.String({ description: 'Key of the step that produced it.' })),
      created_at: Timestamp,
    }),
  ),
  references: Type.Array(
    Type.Object({
      resource_id: Type.String({ description: 'Id of the content: references/{resource_id}/' }),
      ...kept,
      content_type: Type.String(),
      created_at: Timestamp,
    }),
  ),
});

export const ArtifactQuery = Type.Object({
  artifact_key: Type.String({ description: 'The key, as shown in a step or an output of the job.' }),
});
export const ArtifactResult = Type.Object({ result: Type.Unknown() });

export const ReferenceQuery = Type.Object({
  download: Type.Optional(
    Type.Boolean({ description: 'If true, the response is a download instead of inline content.' }),
  ),
});
