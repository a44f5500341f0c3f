import type { Db } from '#platform/db.ts';
import { sealedColumn } from '#platform/domain.ts';
import { databaseNow } from '#platform/ids.ts';
import { listPreviousProcesses } from '#platform/previous-processes.ts';
import type { SecretBox } from '#secrets/box.ts';

// Secrets and header values of webhooks are stored encrypted. While a process of the previous release runs, which reads
// the plain columns, new ones are stored for it in plain text, and encrypted once it is gone.

export type Secrets = {
  secret: string;
  /** Signs, too, until this moment. */
  previous: Expiring | null;
  /** Those before the previous one, the oldest first. */
  older: Expiring[];
  headers: Record<string, string>;
};
type Expiring = { secret: string; until: string };

/** The columns of a row that have to do with secrets. Without `sealed` they are in plain text. */
export type StoredSecrets = {
  secret: string;
  previous_secret: string | null;
  previous_secret_until: Date | string | null;
  older_secrets: Expiring[];
  headers: Record<string, string>;
  sealed: string | null;
};
type Row = StoredSecrets & { id: string; org_id: string };

export type Vault = {
  open(row: Row): Promise<Secrets>;
  /** Returns what to store. */
  store(orgId: string, id: string, secrets: Secrets): Promise<StoredSecrets>;
};

export const STORED_COLUMNS = [
  'secret',
  'previous_secret',
  'previous_secret_until',
  'older_secrets',
  'headers',
  'sealed',
] as const;

export const sealedSecrets = sealedColumn({
  table: 'webhooks',
  column: 'sealed',
  label: 'webhooks',
  of: ['org_id', 'id'],
  place: (row) => `webhook ${row.org_id} ${row.id}`,
});

/** In place of a value. The column of the secret may not be empty. */
const SEALED = 'sealed';

type Sealed = { secret: string; previous: string | null; older: string[]; headers: Record<string, string> };

export function createVault(system: Db, box: SecretBox): Vault {
  return {
    async open(row) {
      const { secret, previous, older, headers } = await valuesOf(box, row);
      const now = databaseNow();
      const until = row.previous_secret_until === null ? null : new Date(row.previous_secret_until);
      return {
        secret,
        headers,
        previous:
          previous === null || until === null || until.getTime() <= now
            ? null
            : { secret: previous, until: until.toISOString() },
        older: row.older_secrets
          .map((one, at) => ({ secret: older[at] ?? '', until: one.until }))
          .filter((one) => Date.parse(one.until) > now),
      };
    },
    async store(orgId, id, secrets) {
      const isShared = (await listPreviousProcesses(system)).length > 0;
      return isShared ? inPlain(secrets) : sealSecrets(box, orgId, id, secrets);
    },
  };
}

async function valuesOf(box: SecretBox, row: Row): Promise<Sealed> {
  if (row.sealed !== null) return JSON.parse(await box.open(sealedSecrets.at(row), row.sealed)) as Sealed;
  const { secret, previous_secret: previous, older_secrets: older, headers } = row;
  return { secret, previous, older: older.map((one) => one.secret), headers };
}

const inPlain = ({ secret, previous, older, headers }: Secrets): StoredSecrets => ({
  secret,
  previous_secret: previous?.secret ?? null,
  previous_secret_until: previous?.until ?? null,
  older_secrets: older,
  headers,
  sealed: null,
});

async function sealSecrets(box: SecretBox, orgId: string, id: string, secrets: Secrets): Promise<StoredSecrets> {
  const { secret, previous, older, headers } = secrets;
  const content: Sealed = {
    secret,
    previous: previous?.secret ?? null,
    older: older.map((one) => one.secret),
    headers,
  };
  return {
    secret: SEALED,
    previous_secret: previous && SEALED,
    previous_secret_until: previous?.until ?? null,
    older_secrets: older.map(({ until }) => ({ secret: SEALED, until })),
    headers: Object.fromEntries(Object.keys(headers).map((name) => [name, SEALED])),
    sealed: await box.seal(sealedSecrets.at({ org_id: orgId, id }), JSON.stringify(content)),
  };
}
