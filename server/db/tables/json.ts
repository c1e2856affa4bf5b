import type { ColumnType } from 'kysely';

/** Stored as jsonb; written as JSON text, because the drivers handle arrays differently. */
export type Json<T> = ColumnType<T, string, string>;
