/** The database is overloaded: the same call may succeed later. */
export class DatabaseBusyError extends Error {
  override readonly name = 'DatabaseBusyError';
}

/** The database cannot be reached, dropped the connection, or cannot store anything. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** SQLSTATE of an error of either engine (PostgreSQL, appendix A); empty for system errors such as EPIPE. */
const sqlStateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** 40001: serialization failure; 40P01: deadlock victim. Both can be retried. */
export const isContention = (error: unknown): boolean => /^(?:40001|40P01)$/.test(sqlStateOf(error));

/**
 * A prepared statement whose columns a migration has changed since: `select *` after a new column. The server refuses it until it is
 * prepared again. The state alone (0A000) also says other things, and the message is in the server's language.
 */
export const isOutdatedStatement = (error: unknown): boolean =>
  sqlStateOf(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery';

/** Class 22 (data) and 23 (constraint): these values are refused, others may pass. */
export const isFailureOfValues = (error: unknown): boolean => /^2[23]/.test(sqlStateOf(error));

/** 55P03: a lock was not granted in time; 57014: the statement took too long. */
const isTimeout = (error: unknown): boolean => /^(?:55P03|57014)$/.test(sqlStateOf(error));

/**
 * Class 08 (connection), 53 (resources), 57P (shutdown), 58 (system), 25006 (a demoted, read-only server), 25P03 (a
 * session that the server ended).
 */
const isOutage = (error: unknown): boolean => /^(?:08|53|57P|58|25006|25P03)/.test(sqlStateOf(error));

/** The caller may retry later; the call itself is fine. */
export const isDatabaseTrouble = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || error instanceof DatabaseUnavailableError || isContention(error);

/** Maps timeouts and outages of either engine to the two classes above; returns other errors unchanged. */
export function toDatabaseError(error: unknown): unknown {
  if (isTimeout(error)) return new DatabaseBusyError('a statement took too long', { cause: error });
  if (isOutage(error)) return new DatabaseUnavailableError('the database refused a statement', { cause: error });
  return error;
}
