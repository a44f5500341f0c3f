import type { Database } from '#platform/db.ts';
import { AppError } from '#platform/errors.ts';
import type { Outbound } from '#platform/outbound/client.ts';
import type { SecretBox } from '#secrets/box.ts';
import { openStored } from './change-connection.ts';
import { cleanDriver } from './clean-driver.ts';
import { type Driver, DriverFailure, type System } from './model/driver.ts';
import { cleanFailure, openSystem } from './open-system.ts';
import { type ConnectionUser, guardDriver, refuseUser } from './policy.ts';
import type { Connectors } from './registry.ts';
import { type ConnectionRow, findConnection, findConnectionByName, listOfTypes, noteUse } from './store.ts';
import { toParts } from './test-connection.ts';

// Opens connections for the domains above: agents' tools, file inputs, SQL, triggers and deliveries.

export type OpenedConnection = {
  row: ConnectionRow;
  /** Its answers are without the connection's secrets. */
  driver: Driver;
  /** Runs work with the driver. Throws only a DriverFailure without secrets, an AppError, or the signal's abort. */
  use<T>(work: (driver: Driver, system: System) => Promise<T>): Promise<T>;
};

export type Connections = {
  connectors: Connectors;
  /** Opens a connection by id or name. Throws a DriverFailure if it or its driver does not exist. */
  open(orgId: string, reference: string, options: OpenOptions): Promise<OpenedConnection>;
  /** Opens all connections of these types, oldest first. One that cannot be opened has its failure instead. */
  openAll(orgId: string, types: readonly string[], signal: AbortSignal): Promise<OpenedSystem[]>;
  /** Records that a connection of `openAll` is used. */
  noteUse(orgId: string, id: string): Promise<void>;
};

export type OpenedSystem = { row: ConnectionRow } & ({ system: System } | { failure: string });

type OpenOptions = {
  signal: AbortSignal;
  /** Who uses it, for its policy. */
  by?: ConnectionUser;
  /** A person has agreed to the write. */
  isApproved?: boolean;
  /** Values for the placeholders. Default: the connection's own values. */
  inputs?: Record<string, string>;
};

type Deps = { database: Database; box: SecretBox; outbound: Outbound; connectors: Connectors };

export function createConnections({ database, box, outbound, connectors }: Deps): Connections {
  return {
    connectors,
    async open(orgId, reference, options) {
      const db = database.tenant(orgId);
      const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(reference);
      const row =
        (isId ? await findConnection(db, orgId, reference) : undefined) ??
        (await findConnectionByName(db, orgId, reference));
      if (row === undefined) throw new DriverFailure(`There is no connection '${reference.slice(0, 250)}'.`);
      const found = connectors.findDriver(row.connector_type);
      if (found === undefined) throw new DriverFailure(`This server has no driver for ${row.connector_type}.`);
      refuseUser(row.policy, row.name, options.by ?? {});
      const auth = await openStored(box, row);
      const { system, redactor } = await openSystem({ db, box, outbound, connectors }, toParts(row, auth), options);
      const driver = guardDriver(cleanDriver(found, redactor), row.policy, row.name, options.isApproved ?? false);
      await noteUse(db, orgId, row.id);
      return {
        row,
        driver,
        async use(work) {
          try {
            return await work(driver, system);
          } catch (error) {
            options.signal.throwIfAborted();
            throw cleanFailure(redactor, error);
          }
        },
      };
    },
    async openAll(orgId, types, signal) {
      const db = database.tenant(orgId);
      const rows = await listOfTypes(db, orgId, types);
      return Promise.all(
        rows.map(async (row): Promise<OpenedSystem> => {
          try {
            const parts = toParts(row, await openStored(box, row));
            return { row, ...(await openSystem({ db, box, outbound, connectors }, parts, { signal })) };
          } catch (error) {
            if (error instanceof DriverFailure || error instanceof AppError) return { row, failure: error.message };
            throw error;
          }
        }),
      );
    },
    noteUse: (orgId, id) => noteUse(database.tenant(orgId), orgId, id),
  };
}
