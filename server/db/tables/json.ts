import type { ColumnType } from 'kysely';

/** Stored as jsonb; written as JSON text, because the drivers handle arrays differently. */
export type Json<T> = ColumnType<T, string, string>;

/** The same with a default. */
export type GeneratedJson<T> = ColumnType<T, string | undefined, string>;
