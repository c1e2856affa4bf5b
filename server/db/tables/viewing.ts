import type { Generated } from 'kysely';
import type { OpeningRow } from '#contract/playback.ts';

/** Sums of watching. Days are those of Korea, `YYYY-MM-DD`. */
interface ViewingSums {
  /** Playbacks that count (server/monitoring/viewing/viewing-store.ts). */
  cnt_start: number;
  /** Accounts that watched three minutes, once for each day. */
  cnt_view: number;
  cnt_finished: number;
  play_seconds: number;
}

/** In the order of `viewingDevices` and `viewingPlans` of the contract. */
interface SplitSums {
  device_starts: number[];
  device_seconds: number[];
  plan_starts: number[];
  plan_seconds: number[];
}

/** The title 0 is the whole service. */
interface TitleDaysTable extends ViewingSums, SplitSums {
  day: string;
  item_id: number;
  /** By the hour in Korea, 24 of them. */
  hour_starts: number[];
}

interface EpisodeDaysTable extends ViewingSums {
  item_id: number;
  day: string;
  episode_id: number;
  /** Playbacks that were left before the end, by the tenth of the episode in which. */
  left_counts: number[];
}

/** Sums of the last whole days, and the starts of as many days before. */
interface TitleSumsTable extends ViewingSums, SplitSums {
  span: 'day' | 'week' | 'month';
  item_id: number;
  /** Different accounts that watched three minutes. */
  cnt_viewer: number;
  cnt_start_before: number;
}

/** Titles that viewers chose in a row. */
interface ProposalDaysTable {
  day: string;
  opened_from: OpeningRow;
  cnt_account: number;
  /** Pages of titles that viewers opened, also of titles that they did not play; at most ten of an account. */
  cnt_page: Generated<number>;
  /** Titles that viewers began, once for each account and title of the day. */
  cnt_opened: number;
  /** Those of them that were watched for ten minutes. */
  cnt_watched: number;
}

/** What accounts searched for on a day without finding a title. */
interface MissedSearchesTable {
  day: string;
  words: string;
  cnt_account: number;
  /** Which of 256 groups of accounts are counted: a 0 or 1 for each, so that nobody counts twice and nobody is named. */
  seen: string;
}

/** Accounts by the month in which they joined, and how many of them watched in a later one; `YYYY-MM`. */
interface CohortMonthsTable {
  joined: string;
  month: string;
  cnt_account: number;
  cnt_watched: number;
}

/** Tables of what is watched. */
export interface TablesOfViewing {
  title_days: TitleDaysTable;
  episode_days: EpisodeDaysTable;
  title_sums: TitleSumsTable;
  proposal_days: ProposalDaysTable;
  missed_searches: MissedSearchesTable;
  cohort_months: CohortMonthsTable;
}
