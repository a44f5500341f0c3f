// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type SigningKey = {
  /** The first 32 digits of the SHA-256 of the public key (DER). */
  key_id: string;
  algorithm: 'ed25519';
  /** PEM. */
  public_key: string;
  created_at: string;
  /** Keys before it, the latest first. They sign nothing any more; what they signed stays valid. */
  previous: {
    /** The first 32 digits of the SHA-256 of the public key (DER). */
    key_id: string;
    algorithm: 'ed25519';
    /** PEM. */
    public_key: string;
    created_at: string;
    retired_at: string;
  }[];
};
