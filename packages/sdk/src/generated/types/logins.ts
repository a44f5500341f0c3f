// Made from packages/contract by `npm run generate`. Change the contract, not this file.

export type CurrentLogin = {
  /** The code that the program shows. Case, dashes and spaces do not matter. */
  user_code: string;
  /** The program and the machine that ask for a key. */
  client_name: string;
  /** Network address of the program. */
  address: string;
  created_at: string;
  expires_at: string;
};

export type LoginDecision = {
  status: 'denied' | 'approved';
};

export type LoginDecisionBody = {
  /** The code that the program shows. Case, dashes and spaces do not matter. */
  user_code: string;
  approve: boolean;
  /** At most your own role. Default: your own role, or admin if you are an owner. */
  role?: 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer';
  /** Days until the key expires. Null: it works until revoked. Default: 90. */
  valid_days?: number | null;
};

export type LoginKey = {
  status: 'pending' | 'denied' | 'approved';
  /** The key, once approved. It is shown only here. */
  api_key: string | null;
  organization_name: string | null;
  role: 'admin' | 'member' | 'approver' | 'analyst' | 'auditor' | 'viewer' | null;
  /** When the key expires. Null: never. */
  expires_at: string | null;
};

export type LoginKeyBody = {
  device_code: string;
};

export type LoginQuery = {
  /** The code that the program shows. Case, dashes and spaces do not matter. */
  user_code: string;
};

export type LoginStart = {
  /** The secret that collects the key. Do not share it. */
  device_code: string;
  /** The code that the program shows. Case, dashes and spaces do not matter. */
  user_code: string;
  /** Address where a person confirms. It contains the code. */
  verification_url: string;
  expires_at: string;
  /** Seconds to wait between two polls. */
  interval_seconds: number;
};

export type LoginStartBody = {
  /** The program and the machine that ask for a key. */
  client_name: string;
};
