// Made from packages/contract by `npm run generate`. Change the contract, not this file.

/** Who caused it. */
export type Actor = {
  /**
   * `person`: signed in as themselves, in the console or with a personal key. `key`: a key of the organization, a
   * machine. `trigger`, `schedule`, `job`: what started it. `system`: the service or its operator.
   */
  kind: 'person' | 'key' | 'trigger' | 'schedule' | 'job' | 'system';
  /** Id of the trigger, schedule or job. */
  id: string | null;
  /** The person; for a key its owner; for a trigger or schedule who changed it last. */
  user_id: number | null;
  /** The API key. */
  key_id: string | null;
  /** E-mail of the person, or name of the key, trigger or schedule. */
  name: string;
  /** Where the request of an HTTP trigger came from. */
  address: string | null;
  /** Id of the event that the trigger received. */
  event: string | null;
  /** What and who stands behind it, nearest first: source jobs, and people who changed or started it. */
  chain: ActorLink[];
};

export type ActorLink = Omit<Actor, 'chain'>;
