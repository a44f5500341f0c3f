import pg from 'pg';
import { connectClient } from '#platform/connect.ts';
import { RecoveryError } from './finding.ts';

/** Names this moment in the log. Returns its time by PostgreSQL's clock, which a restore uses. */
export async function createRestorePoint(url: string, name: string): Promise<{ at: string; wal_position: string }> {
  const client: pg.Client = await connectClient({ connectionString: url, application_name: 'errand backup' });
  try {
    const { rows } = await client.query(
      'select pg_create_restore_point($1)::text as wal_position, clock_timestamp() as at',
      [name],
    );
    // Archives the segment now; otherwise that happens when it is full or a minute old.
    await client.query('select pg_switch_wal()');
    return { at: rows[0].at.toISOString(), wal_position: rows[0].wal_position };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    if (error.code === '42501') {
      throw new RecoveryError(
        `The user of DATABASE_URL may not create restore points. Run as an administrator: select pg_create_restore_point(${pg.escapeLiteral(name)});`,
      );
    }
    throw new RecoveryError(`PostgreSQL could not create the restore point: ${error.message}.`);
  } finally {
    await client.end();
  }
}
