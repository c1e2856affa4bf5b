import type { LogEvent } from 'kysely';
import { kindOf } from '../lib/traces.ts';

/** Hears of a statement when it has ended. @param text without its values. */
export type StatementListener = (text: string, durationMs: number, failure: string | undefined) => void;

/** The options of a query builder whose statements are heard. */
export const heardBy = (onStatement: StatementListener | undefined) =>
  onStatement && {
    log: (event: LogEvent) =>
      onStatement(
        event.query.sql,
        event.queryDurationMillis,
        event.level === 'error' ? kindOf(event.error) : undefined,
      ),
  };
