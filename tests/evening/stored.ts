import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { JobRow } from '#server/db/tables.ts';

/** Work outside of calls, as the database has it. */
export interface StoredWork {
  jobs: JobRow[];
  /** Mails that were due before `MAIL_LATE_MS`. */
  unsentMails: number;
}

/** Rows in the database after an evening. */
export interface Stored extends StoredWork {
  playLogs: {
    id: string;
    account_id: string;
    profile_id: string;
    episode_id: number;
    device_session_id: string;
    state: string;
    opened_at: Date;
    total_play_time: number;
    play_end_offset: number;
    is_player_exit: boolean;
  }[];
  offsets: { profile_id: string; episode_id: number; offset: number }[];
  ratings: { profile_id: string; item_id: number; score: number }[];
  wishes: { profile_id: string; item_id: number }[];
  requests: { account_id: string; item_id: number }[];
  reviews: { profile_id: string; item_id: number; short_review: string }[];
  likes: { profile_id: string; review_id: string }[];
  orders: {
    id: string;
    account_id: string;
    product_id: number;
    status: string;
    rental_hours: number | null;
    settled_at: Date | null;
    right_expires_at: Date | null;
  }[];
  devices: { account_id: string; id: string }[];
  /** Sums and copies that differ from the rows that they are computed from. */
  wrongSums: string[];
}

/** A statement for each kind of sum and copy; it returns the wrong ones. */
const SUMS: Record<string, string> = {
  'figures of titles': `
    select coalesce(f.item_id, r.item_id) || ': ' || coalesce(f.cnt_rating, 0) || ' of ' || coalesce(r.cnt, 0) as what
    from item_figures f full join (
      select item_id, count(*) as cnt, sum(score) as total from ratings group by item_id
    ) r on r.item_id = f.item_id
    where coalesce(f.cnt_rating, 0) <> coalesce(r.cnt, 0) or coalesce(f.sum_rating, 0) <> coalesce(r.total, 0)`,
  'likes of reviews': `
    select v.id || ': ' || v.cnt_like as what from short_reviews v
    where v.cnt_like <> (select count(*) from review_likes l where l.review_id = v.id and l.item_id = v.item_id)`,
  'scores of reviews': `
    select v.id || ': ' || coalesce(v.score::text, 'none') as what from short_reviews v
    left join ratings r on r.profile_id = v.profile_id and r.item_id = v.item_id
    where v.score is distinct from r.score`,
  'rows of likes': `
    select l.review_id || '' as what from review_likes l
    where not exists (select 1 from short_reviews v where v.id = l.review_id and v.item_id = l.item_id)`,
};

const rowsOf = async <T>(db: Connection, statement: string): Promise<T[]> =>
  (await sql.raw<T>(statement).execute(db)).rows;

/** Time for a worker to notice and send a mail, in ms of the evening. */
const MAIL_LATE_MS = 30_000;

export async function readWork(db: Connection, now: Date): Promise<StoredWork> {
  const late = await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('next_attempt_at', '<', new Date(now.getTime() - MAIL_LATE_MS))
    .execute();
  return { jobs: await rowsOf<JobRow>(db, 'select * from jobs'), unsentMails: late.length };
}

export async function readStored(db: Connection, now: Date): Promise<Stored> {
  const wrongSums: string[] = [];
  for (const [name, statement] of Object.entries(SUMS))
    for (const { what } of await rowsOf<{ what: string }>(db, statement)) wrongSums.push(`${name}: ${what}`);
  const table = <T>(name: string, columns: string): Promise<T[]> => rowsOf<T>(db, `select ${columns} from ${name}`);
  return {
    playLogs: await table(
      'play_logs',
      `id, account_id, profile_id, episode_id, device_session_id, state, opened_at, total_play_time,
        play_end_offset, is_player_exit`,
    ),
    offsets: await table('playback_offsets', 'profile_id, episode_id, "offset"'),
    ratings: await table('ratings', 'profile_id, item_id, score'),
    wishes: await table('wishes', 'profile_id, item_id'),
    requests: await table('item_requests', 'account_id, item_id'),
    reviews: await table('short_reviews', 'profile_id, item_id, short_review'),
    likes: await table('review_likes', 'profile_id, review_id'),
    orders: await table('orders', 'id, account_id, product_id, status, rental_hours, settled_at, right_expires_at'),
    devices: await table('device_sessions', 'account_id, id'),
    ...(await readWork(db, now)),
    wrongSums,
  };
}
