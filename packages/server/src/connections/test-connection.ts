import type { ConnectionTest, CredentialsTestBody } from '@errand/contract/connections.ts';
import type { Transactor } from '#platform/db.ts';
import { AppError, invalidFields } from '#platform/errors.ts';
import { databaseNow } from '#platform/ids.ts';
import { checkParts, openStored } from './change-connection.ts';
import { keepMasked } from './credentials.ts';
import { testDisabledReason } from './dynamic-inputs.ts';
import { DriverFailure } from './model/driver.ts';
import { cleanFailure, type OpenDeps, type OpenParts, openSystem } from './open-system.ts';
import { type ConnectionRow, updateTestResult } from './store.ts';

// A test contacts the remote system with as few side effects as possible. A failed test fails the request, with the
// remote system's message and without our secrets.

const TEST_MS_MAX = 30_000;

/** Tests a stored connection and records the result as its status. */
export async function testConnection(db: Transactor, deps: OpenDeps, row: ConnectionRow): Promise<ConnectionTest> {
  const reason = testDisabledReason(row.dynamic_inputs);
  if (reason !== null) throw failed(reason);
  const auth = await openStored(deps.box, row);
  const result = await tryOut(deps, toParts(row, auth));
  const testedAt = new Date(result.tested_at);
  const status = result.success ? 'active' : 'error';
  await updateTestResult(db, row, { status, message: result.message, testedAt });
  if (!result.success) throw failed(result.message, result.tested_at);
  return result;
}

/** Tests credentials that are not stored yet. */
export async function testCredentials(
  deps: OpenDeps,
  orgId: string,
  body: CredentialsTestBody,
): Promise<ConnectionTest> {
  const { connector_type: connectorType, config, auth_config: given = {}, dynamic_inputs: dynamicInputs = {} } = body;
  const connector = checkParts(deps.connectors, { connectorType, config, auth: given, dynamicInputs, policy: {} });
  const { auth, problems } = keepMasked(connector.auth_schema, given, {});
  if (problems.length > 0) throw invalidFields({ auth_config: problems });
  const reason = testDisabledReason(dynamicInputs);
  if (reason !== null) throw failed(reason);
  // A unique key, so that a token cached for other credentials is not used.
  const key = `test ${crypto.randomUUID()}`;
  const result = await tryOut(deps, { key, orgId, name: 'test', connectorType, config, auth, dynamicInputs });
  if (!result.success) throw failed(result.message, result.tested_at);
  return result;
}

export const toParts = (row: ConnectionRow, auth: Record<string, unknown>): OpenParts => ({
  key: `${row.id} ${row.updated_at.getTime()}`,
  orgId: row.org_id,
  id: row.id,
  name: row.name,
  connectorType: row.connector_type,
  config: row.config,
  auth,
  dynamicInputs: row.dynamic_inputs,
});

async function tryOut(deps: OpenDeps, parts: OpenParts): Promise<ConnectionTest> {
  const tested_at = new Date(databaseNow()).toISOString();
  const signal = AbortSignal.timeout(TEST_MS_MAX);
  const driver = deps.connectors.findDriver(parts.connectorType);
  const failure = (message: string): ConnectionTest => ({ success: false, message, tested_at });
  if (driver === undefined) return failure(`This server has no driver for ${parts.connectorType}.`);
  try {
    const { system, redactor } = await openSystem(deps, parts, { signal });
    // A unique key again, so that the test requests a new token.
    const tested = { ...system, key: `test ${crypto.randomUUID()}` };
    try {
      return { success: true, message: redactor.text(await driver.test(tested)), tested_at };
    } catch (error) {
      if (signal.aborted) return failure(`The remote system did not answer within ${TEST_MS_MAX / 1_000} seconds.`);
      throw cleanFailure(redactor, error);
    }
  } catch (error) {
    if (error instanceof DriverFailure) return failure(error.message);
    throw error;
  }
}

const failed = (message: string, testedAt = new Date(databaseNow()).toISOString()): AppError =>
  new AppError('connection_test_failed', { detail: message, extra: { success: false, tested_at: testedAt } });
