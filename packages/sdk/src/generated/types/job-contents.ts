// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ArtifactQuery = {
  /** As a step or an output of the job names it. */
  artifact_key: string;
};

export type ArtifactResult = {
  result: unknown;
};

export type JobContents = {
  artifacts: {
    /** Its content: artifacts/result/?artifact_key= */
    artifact_key: string;
    /** Hash of the stored bytes, in hexadecimal. */
    sha256: string;
    /** In bytes. */
    size: number;
    /** An input, an address, a tool, a model. */
    source: string | null;
    /** Key of the step that produced it. */
    step: string | null;
    created_at: string;
  }[];
  references: {
    /** Its bytes: references/{resource_id}/ */
    resource_id: string;
    /** Hash of the stored bytes, in hexadecimal. */
    sha256: string;
    /** In bytes. */
    size: number;
    content_type: string;
    created_at: string;
  }[];
};

export type ReferenceQuery = {
  /** Saved under its name instead of shown. */
  download?: boolean;
};
