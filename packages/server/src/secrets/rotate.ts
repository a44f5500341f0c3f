import type { Transactor } from '#platform/db.ts';
import type { Place, SealedColumn } from '#platform/domain.ts';
import { AppError } from '#platform/errors.ts';
import { findKeyId, MissingKey, updateKeyId } from './box.ts';
import type { Keyring, SecretKey } from './keyring.ts';
import { keyIdOf, seal, unseal } from './seal.ts';

// Encrypts everything again with another key: a new one in the key file, or the new one in the environment. New values
// use it at once. The previous key is needed until the rotation has ended. Which columns there are, the domains say.

/** The number of values by label of their column. */
export type Rotated = { key_id: string; moved: Record<string, number> };

const ROWS_AT_ONCE = 200;

export async function rotateSecrets(
  db: Transactor,
  keyring: Keyring,
  columns: readonly SealedColumn[],
): Promise<Rotated> {
  const before = await findKeyId(db);
  const key = (await keyring.renew()) ?? (await keyring.ensure());
  if (before === key.id && !(await hasOthers(db, key.id, columns)))
    throw new AppError('invalid_request', {
      detail: `Everything is already encrypted with the key of ${keyring.source}. In all processes, set ERRAND_SECRET_KEY to a new key and ERRAND_SECRET_KEY_PREVIOUS to the current one. Then run this again.`,
    });
  await updateKeyId(db, key.id);
  const moved: Record<string, number> = {};
  for (const column of columns)
    moved[column.label] = (moved[column.label] ?? 0) + (await moveColumn(db, keyring, key, column));
  return { key_id: key.id, moved };
}

/** The condition on a value of another key, whose pattern is $1. Callbacks of older releases are not sealed. */
const IS_OTHER = `~ '^v1\\.[0-9a-f]{12}\\.' and s.value not like $1::text`;

const rowsToMove = ({ table, column, isObject }: SealedColumn): string =>
  isObject
    ? `${table} where exists (select from json_each_text(${column}) s where s.value ${IS_OTHER})`
    : `${table}, lateral (select ${column} as value) s where s.value ${IS_OTHER}`;

async function hasOthers(db: Transactor, keyId: string, columns: readonly SealedColumn[]): Promise<boolean> {
  for (const column of columns) {
    const found = await db.query(`select from ${rowsToMove(column)} limit 1`, [`v1.${keyId}.%`]);
    if (found.length > 0) return true;
  }
  return false;
}

async function moveColumn(db: Transactor, keyring: Keyring, key: SecretKey, sealed: SealedColumn): Promise<number> {
  const { table, column, isObject } = sealed;
  const names = ['ctid::text as "rowAt"', `${column}::text as "rowValue"`, ...sealed.of].join(', ');
  for (let moved = 0; ; ) {
    const count = await db.tx(async (tx) => {
      // A locked row stays where it is until the end of the transaction.
      const rows = await tx.query<Record<string, string> & { rowAt: string; rowValue: string }>(
        `select ${names} from ${rowsToMove(sealed)} order by ctid limit ${ROWS_AT_ONCE} for update of ${table}`,
        [`v1.${key.id}.%`],
      );
      for (const row of rows) {
        const again = (value: string, member?: string) => move(keyring, key, sealed.at(row, member), value);
        const next = isObject ? await moveMembers(row.rowValue, again) : await again(row.rowValue);
        const type = isObject ? 'json' : 'text';
        await tx.run(`update ${table} set ${column} = $2::${type} where ctid = $1::tid`, [row.rowAt, next]);
      }
      return rows.length;
    });
    moved += count;
    if (count < ROWS_AT_ONCE) return moved;
  }
}

async function moveMembers(object: string, again: (value: string, member: string) => Promise<string>): Promise<string> {
  const next: Record<string, string> = {};
  for (const [member, value] of Object.entries(JSON.parse(object) as Record<string, string>))
    next[member] = await again(value, member);
  return JSON.stringify(next);
}

async function move(keyring: Keyring, key: SecretKey, place: Place, sealed: string): Promise<string> {
  const id = keyIdOf(sealed) ?? 'unknown';
  const old = await keyring.find(id);
  if (old === undefined) throw new MissingKey(id);
  return seal(key, place, unseal(old, place, sealed));
}
