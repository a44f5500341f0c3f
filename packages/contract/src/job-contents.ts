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
      artifact_key: Type.String({ description: 'Its content: artifacts/result/?artifact_key=' }),
      ...kept,
      source: Nullable(Type.String({ description: 'An input, an address, a tool, a model.' })),
      step: Nullable(Type.String({ description: 'Key of the step that produced it.' })),
      created_at: Timestamp,
    }),
  ),
  references: Type.Array(
    Type.Object({
      resource_id: Type.String({ description: 'Its bytes: references/{resource_id}/' }),
      ...kept,
      content_type: Type.String(),
      created_at: Timestamp,
    }),
  ),
});

export const ArtifactQuery = Type.Object({
  artifact_key: Type.String({ description: 'As a step or an output of the job names it.' }),
});
export const ArtifactResult = Type.Object({ result: Type.Unknown() });

export const ReferenceQuery = Type.Object({
  download: Type.Optional(Type.Boolean({ description: 'Saved under its name instead of shown.' })),
});
