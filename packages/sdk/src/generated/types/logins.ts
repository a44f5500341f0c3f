// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type CurrentLogin = {
  /** As the program shows it. Case, dashes and spaces do not matter. */
  user_code: string;
  /** What asks, and on which machine. */
  client_name: string;
  /** The network address that asked. */
  address: string;
  created_at: string;
  expires_at: string;
};

export type LoginDecision = {
  status: 'denied' | 'approved';
};

export type LoginDecisionBody = {
  /** As the program shows it. Case, dashes and spaces do not matter. */
  user_code: string;
  approve: boolean;
  /** At most your own. Default: your own, admin for owners. */
  role?: 'admin' | 'member' | 'viewer';
  /** Days that the key works; null: until it is revoked. Default 90. */
  valid_days?: number | null;
};

export type LoginKey = {
  status: 'pending' | 'denied' | 'approved';
  /** When approved: the key itself, shown here and never again. */
  api_key: string | null;
  organization_name: string | null;
  role: 'admin' | 'member' | 'viewer' | null;
  /** When the key expires; null: never. */
  expires_at: string | null;
};

export type LoginKeyBody = {
  device_code: string;
};

export type LoginQuery = {
  /** As the program shows it. Case, dashes and spaces do not matter. */
  user_code: string;
};

export type LoginStart = {
  /** The secret that takes the key. Show it to nobody. */
  device_code: string;
  /** As the program shows it. Case, dashes and spaces do not matter. */
  user_code: string;
  /** Where a person confirms, with the code in it. */
  verification_url: string;
  expires_at: string;
  /** How long to wait between two questions. */
  interval_seconds: number;
};

export type LoginStartBody = {
  /** What asks, and on which machine. */
  client_name: string;
};
