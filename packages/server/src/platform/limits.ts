import { readInteger } from './configuration.ts';

// Limits that an operator may change: name, default and range. A process has one set of them. It is set when the
// service is created and read where it is used, so no limit is passed around.

const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

type Bound = { name: string; usual: number; min: number; max: number };
const bound = (name: string, usual: number, min: number, max: number): Bound => ({ name, usual, min, max });

/** `docs/configuration.md` has the same table. A test compares them. */
export const bounds = {
  bodyBytes: bound('ERRAND_BODY_BYTES_MAX', 100 * MIB, KIB, 8 * GIB),
  anonymousBytes: bound('ERRAND_ANONYMOUS_BYTES_MAX', 64 * KIB, KIB, 16 * MIB),
  fileBytes: bound('ERRAND_FILE_BYTES_MAX', 8 * GIB, KIB, 8 * GIB),
  runFiles: bound('ERRAND_RUN_FILES_MAX', 1_000, 1, 10_000),
  formFields: bound('ERRAND_FORM_FIELDS_MAX', 10_000, 10, 100_000),
  formParts: bound('ERRAND_FORM_PARTS_MAX', 1_000, 10, 10_000),
  formTextBytes: bound('ERRAND_FORM_TEXT_BYTES_MAX', 32 * MIB, KIB, 256 * MIB),
  // PostgreSQL and JSON.stringify accept some thousand levels.
  jsonDepth: bound('ERRAND_JSON_DEPTH_MAX', 100, 10, 500),
  // Limits the time that parsing blocks the main thread, and with it all other requests. A new name costs the parser
  // thirty times as much as a repeated one: 290,000 of them took 0.6 s. A batch repeats its names in every row.
  jsonNames: bound('ERRAND_JSON_NAMES_MAX', 10_000, 1_000, 1_000_000),
  jsonMembers: bound('ERRAND_JSON_MEMBERS_MAX', 300_000, 1_000, 3_000_000),
  jsonContainers: bound('ERRAND_JSON_CONTAINERS_MAX', 150_000, 1_000, 3_000_000),
  jsonValues: bound('ERRAND_JSON_VALUES_MAX', 1_000_000, 1_000, 10_000_000),
  // Everything that is stored and listed as an object: agents, schemas, tags, policies. Every reader pays for its size.
  objectBytes: bound('ERRAND_OBJECT_BYTES_MAX', MIB, KIB, 64 * MIB),
  objectMembers: bound('ERRAND_OBJECT_MEMBERS_MAX', 20_000, 1_000, 1_000_000),
  // A new name costs far more than a repeated one, in every pass over the object.
  objectNames: bound('ERRAND_OBJECT_NAMES_MAX', 5_000, 1_000, 1_000_000),
  // Libraries of the protocols validate a message member by member, several times.
  messageMembers: bound('ERRAND_MESSAGE_MEMBERS_MAX', 5_000, 1_000, 1_000_000),
  // The part of the main thread, in percent, that an organization and an anonymous source may use while others want it.
  orgShare: bound('ERRAND_ORG_SHARE_PERCENT', 50, 0, 100),
  sourceShare: bound('ERRAND_SOURCE_SHARE_PERCENT', 20, 0, 100),
  metadataBytes: bound('ERRAND_METADATA_BYTES_MAX', MIB, 100, 64 * MIB),
  bulkItems: bound('ERRAND_BULK_ITEMS_MAX', 1_000, 1, 10_000),
  batchItems: bound('ERRAND_BATCH_ITEMS_MAX', 10_000, 1, 100_000),
  pageSize: bound('ERRAND_PAGE_SIZE', 20, 1, 1_000),
  pageSizeMax: bound('ERRAND_PAGE_SIZE_MAX', 100, 1, 1_000),
  jobAttempts: bound('ERRAND_JOB_ATTEMPTS', 3, 1, 10),
  // In how many processes that die or get stuck a job may run before it is put aside.
  jobCrashes: bound('ERRAND_JOB_CRASHES_MAX', 2, 1, 10),
  // How long the main thread may be stuck before the process ends itself. Less than a lease, so that others do not
  // take its jobs before it has recorded the cause. 0 turns it off.
  stuckSeconds: bound('ERRAND_STUCK_SECONDS', 10, 0, 600),
  outputBytes: bound('ERRAND_OUTPUT_BYTES_MAX', 32 * MIB, KIB, 256 * MIB),
  webhooks: bound('ERRAND_WEBHOOKS_MAX', 10_000, 1, 100_000),
  // One job creates a delivery for each of them.
  agentWebhooks: bound('ERRAND_AGENT_WEBHOOKS_MAX', 100, 1, 1_000),
  webhookAgents: bound('ERRAND_WEBHOOK_AGENTS_MAX', 10_000, 1, 100_000),
  webhookHistoryDays: bound('ERRAND_WEBHOOK_HISTORY_DAYS', 30, 1, 365),
  triggers: bound('ERRAND_TRIGGERS_MAX', 1_000, 1, 100_000),
  hookBytes: bound('ERRAND_HOOK_BYTES_MAX', MIB, KIB, 100 * MIB),
  schedules: bound('ERRAND_SCHEDULES_MAX', 10_000, 1, 1_000_000),
  // How long a request waits for a database that does not accept writes before it gets a 503.
  outageWaitSeconds: bound('ERRAND_OUTAGE_WAIT_SECONDS', 30, 0, 300),
  // How long a synchronous run waits before it responds, if its job waits for a person or an event.
  syncWaitSeconds: bound('ERRAND_SYNC_WAIT_SECONDS', 45, 1, 7_200),
  signInTries: bound('ERRAND_SIGN_IN_TRIES', 10, 1, 1_000),
  // A working day, so that users sign in once.
  tokenHours: bound('ERRAND_TOKEN_HOURS', 12, 1, 720),
} satisfies Record<string, Bound>;

export type Limits = Record<keyof typeof bounds, number>;

export function readLimits(env: NodeJS.ProcessEnv): Limits {
  const read = ({ name, usual, min, max }: Bound): number => readInteger(env, name, usual, min, max);
  const entries = Object.entries(bounds).map(([key, one]) => [key, read(one)]);
  return Object.fromEntries(entries) as Limits;
}

/** The current limits of this process. */
export const limits: Readonly<Limits> = readLimits({});

export function setLimits(given: Limits): void {
  Object.assign(limits, given);
}
