// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type ArtifactQuery = {
  /** The key, as shown in a step or an output of the job. */
  artifact_key: string;
};

export type ArtifactResult = {
  result: unknown;
};

export type JobContents = {
  artifacts: {
    /** Key of the content: artifacts/result/?artifact_key= */
    artifact_key: string;
    /** Hash of the stored bytes, in hexadecimal. */
    sha256: string;
    /** In bytes. */
    size: number;
    /** The source: an input, an address, a tool or a model. */
    source: string | null;
    /** Key of the step that produced it. */
    step: string | null;
    created_at: string;
  }[];
  references: {
    /** Id of the content: references/{resource_id}/ */
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
  /** If true, the response is a download instead of inline content. */
  download?: boolean;
};
