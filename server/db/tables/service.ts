import type { Generated, Selectable } from 'kysely';
import type { PlatformName } from '#contract/platforms.ts';
import type { InputKind } from '#contract/inputs.ts';
import type { Json } from './json.ts';

interface SettingsTable {
  name: string;
  value: string;
}

interface RateLimitsTable {
  key: string;
  count: number;
  resets_at: Date;
}

/** A text field of a television that phones type into. */
export interface InputsTable {
  code_hash: string;
  /** Hash of the token that opened it; null when it was opened without one. */
  owner_hash: string | null;
  field_number: number;
  field_name: string;
  kind: InputKind;
  done_label: string;
  max_length: number;
  /** See `accounts/inputs/sealed-text.ts`. */
  sealed_text: string;
  revision: number;
  /** Writers, each with the number of its last change; the latest writer is last. */
  writers: Json<(readonly [writer: string, change: number])[]>;
  cnt_done: number;
  problem: string | null;
  is_joined: boolean;
  created_at: Date;
  expires_at: Date;
}

/** Numbers by title id, computed once per time slot for all processes. */
export interface ChartsTable {
  kind: 'viewers' | 'ratings';
  /** Start of the time slot; counts only events before it. */
  counted_at: Date;
  counts: Json<readonly { item_id: number; cnt: number; sum: number }[]>;
}

/** A background job of the service, which any worker may run. */
interface JobsTable {
  name: string;
  /** Period in seconds, for operators; the worker's own declaration counts. */
  every_seconds: number;
  /** Worker that runs the job; null between runs. */
  owner: string | null;
  /** When the owner counts as dead; set with it. */
  leased_until: Date | null;
  next_run_at: Date;
  /** Start of the last run. */
  last_run_at: Date | null;
  last_duration_ms: number | null;
  /** Why the last run failed; null after a success. */
  last_error: string | null;
  /** Failed runs since the last success. */
  failures: Generated<number>;
}

/**
 * Figures that a worker counted for operators: `now`, and up to which instant sums are complete: `folded` those by hour,
 * `viewing` those by title and day, `viewing sums` those of the last days, `sales` those of what was sold.
 */
export interface ServiceSummariesTable {
  name: 'now' | 'folded' | 'viewing' | 'viewing sums' | 'sales';
  counted_at: Date;
  figures: Json<object>;
}

/** A defect of the app, as its last crash described it. */
export interface CrashesTable {
  fingerprint: string;
  platform: PlatformName;
  engine: string;
  app_version: string;
  screen: string;
  message: string;
  stack: string;
  cnt: number;
  first_at: Date;
  last_at: Date;
}

/** Tables of the service itself. */
export interface TablesOfService {
  settings: SettingsTable;
  rate_limits: RateLimitsTable;
  charts: ChartsTable;
  jobs: JobsTable;
  inputs: InputsTable;
  service_summaries: ServiceSummariesTable;
  crashes: CrashesTable;
}

export type JobRow = Selectable<JobsTable>;
export type InputRow = Selectable<InputsTable>;
export type CrashRow = Selectable<CrashesTable>;
