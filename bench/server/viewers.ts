import { sql } from 'kysely';
import { readDemoCatalogue } from '#server/catalogue/transfer/demo-catalogue.ts';
import { importDemoCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { migrate } from '#server/db/migrate.ts';
import { createTransact, openDatabase } from '#server/db/open.ts';
import { systemClock } from '#server/lib/clock.ts';
import { shortenUuid } from '#server/lib/short-uuid.ts';
import { toHms } from '#contract/rules/hms.ts';
import { requireDemo } from '#tests/support/demo.ts';
import type { Call } from './load.ts';

const HOUR_MS = 3600_000;

/** The requested title, from the demo catalogue. */
export const ITEM_ID = 101;

/** Its first episode, free for everybody. */
export const EPISODE_ID = 10101;

export interface Viewer {
  token: string;
  playLogId: string;
}

/** Characters of a token's secret part. */
const SECRET_LENGTH = 43;

/** Prefix of ids that pgbench can build from a client's number. */
export const ID_START = '00000000-0000-4000-8000-';
const idOf = (number: number) => ID_START + String(number).padStart(12, '0');

/**
 * Fills an empty database with the demo catalogue and with members, each of whom has watched for six hours.
 *
 * @param begun the last ones that have a place and a rating in `ITEM_ID`.
 */
export async function addViewers(
  place: { databaseUrl?: string; dataDir: string },
  count: number,
  begun = 0,
): Promise<Viewer[]> {
  const database = await openDatabase(place);
  const db = database.kysely;
  await migrate(db);
  await importDemoCatalogue(
    { transact: createTransact(db), clock: systemClock },
    await readDemoCatalogue((await requireDemo()).catalogueFolder),
  );
  const { id: episodeId } = await db
    .selectFrom('episodes')
    .select('id')
    .where('item_id', '=', ITEM_ID)
    .orderBy('order')
    .executeTakeFirstOrThrow();

  const now = Date.now();
  const created_at = new Date(now - 6 * HOUR_MS);
  const tokenOf = (number: number) => `${shortenUuid(idOf(number))}.${String(number).padStart(SECRET_LENGTH, 'b')}`;
  const numbers = Array.from({ length: count }, (_, number) => number);
  const insert = async (table: string, rows: readonly object[]) => {
    await sql`insert into ${sql.table(table)}
      select * from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
  };
  const member = (number: number) => ({ account_id: idOf(number), id: idOf(number), created_at });
  await insert(
    'accounts',
    numbers.map((number) => ({
      id: idOf(number),
      email: `viewer-${number}@bench.example`,
      password_hash: '',
      is_email_confirmed: true,
      plan: 'premium',
      created_at,
    })),
  );
  await insert(
    'profiles',
    numbers.map((number) => ({
      ...member(number),
      name: '시청자',
      default_image_id: 1,
      max_rating: '19',
      is_owner: true,
      counts_for_proposals: true,
    })),
  );
  await insert(
    'device_sessions',
    numbers.map((number) => ({ ...member(number), platform: 'web', last_seen_at: created_at })),
  );
  const owned = (number: number) => ({
    account_id: idOf(number),
    profile_id: idOf(number),
    device_session_id: idOf(number),
  });
  await insert(
    'tokens',
    numbers.map((number) => ({ ...owned(number), hash: hashToken(tokenOf(number)), created_at })),
  );
  await insert(
    'play_logs',
    numbers.map((number) => ({
      ...owned(number),
      id: idOf(number),
      episode_id: episodeId,
      item_id: ITEM_ID,
      device: 'web',
      state: 'active',
      opened_at: created_at,
      expires_at: new Date(now + 12 * HOUR_MS),
      total_play_time: 0,
      play_end_offset: 0,
      is_player_exit: false,
      running_time: 6 * 3600,
    })),
  );
  const own = numbers.slice(count - begun).map((number) => ({
    account_id: idOf(number),
    profile_id: idOf(number),
    item_id: ITEM_ID,
    updated_at: created_at,
  }));
  await insert(
    'playback_offsets',
    own.map((row) => ({ ...row, episode_id: episodeId, offset: 60, is_finished: false })),
  );
  await insert(
    'ratings',
    own.map((row) => ({ ...row, score: 4 })),
  );
  await database.close();
  return numbers.map((number) => ({ token: tokenOf(number), playLogId: idOf(number) }));
}

/** Consecutive reports of each viewer, one second of watching apart. */
export function reporting(viewers: readonly Viewer[]): (caller: number) => Call {
  const seconds = viewers.map(() => 0);
  return (caller) => {
    const { token, playLogId } = viewers[caller % viewers.length]!;
    const second = (seconds[caller % viewers.length]! += 1);
    const time = toHms(second);
    const body = { total_play_time: time, play_end_offset: time, is_player_exit: false };
    return { method: 'PATCH', path: `/api/play_logs/${playLogId}/`, token, body };
  };
}
