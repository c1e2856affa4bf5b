import { sql, type Selectable } from 'kysely';
import { DOUBTFUL_BELOW, type ReadLine } from '#contract/console/readings.ts';
import type { ReadingFailure, SubtitleReading } from '#contract/console/tracks.ts';
import type { PictureCue } from '#contract/rules/picture-cue.ts';
import type { Connection } from '../../db/open.ts';
import type { TablesOfMedia } from '../../db/tables/media.ts';
import { UNREAD, type ReadText } from './read-tsv.ts';

export type ReadingRow = Selectable<TablesOfMedia['subtitle_readings']>;

export interface LineToRead {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly cell: PictureCue;
}

/** Lines that are written by one statement. */
const MOST_INSERTED = 1000;

const isDoubtful = sql<boolean>`text is not null and not is_checked and confidence < ${DOUBTFUL_BELOW}`;

/** The drafts of a clip with their progress. */
export async function listReadings(
  db: Connection,
  clipId: string,
): Promise<(Omit<SubtitleReading, 'subtitle_id'> & { path: string })[]> {
  const rows = await db
    .selectFrom('subtitle_readings as reading')
    .leftJoin('reading_lines as line', 'line.reading_id', 'reading.id')
    .select(['reading.id', 'reading.path', 'reading.state', 'reading.failure'])
    .select(sql<number>`count(line.position)::int`.as('cnt_line'))
    .select(sql<number>`count(line.text)::int`.as('cnt_read'))
    .select(sql<number>`count(*) filter (where ${isDoubtful})::int`.as('cnt_doubtful'))
    .where('reading.clip_id', '=', clipId)
    .groupBy(['reading.id', 'reading.path', 'reading.state', 'reading.failure', 'reading.created_at'])
    .orderBy('reading.created_at')
    .execute();
  return rows;
}

export const findReading = (db: Connection, id: string): Promise<ReadingRow | undefined> =>
  db.selectFrom('subtitle_readings').selectAll().where('id', '=', id).executeTakeFirst();

/** Begins a draft, or lets one that has failed go on. Lines that no reader could read are read again. */
export async function insertReading(
  tx: Connection,
  { sheets, ...row }: Pick<ReadingRow, 'id' | 'episode_id' | 'clip_id' | 'path' | 'lang' | 'sheets'>,
  now: Date,
): Promise<void> {
  const { id } = await tx
    .insertInto('subtitle_readings')
    .values({
      ...row,
      sheets: JSON.stringify(sheets),
      state: 'waiting',
      failure: null,
      created_at: now,
      changed_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['clip_id', 'path']).doUpdateSet({
        state: sql<
          ReadingRow['state']
        >`case subtitle_readings.state when 'failed' then 'waiting' else subtitle_readings.state end`,
        failure: null,
        lang: sql<string>`case subtitle_readings.state when 'failed' then excluded.lang else subtitle_readings.lang end`,
        changed_at: now,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('reading_lines')
    .set({ text: null })
    .where('reading_id', '=', id)
    .where('text', '=', '')
    .where('is_checked', '=', false)
    .where((eb) =>
      eb.exists(eb.selectFrom('subtitle_readings').select('id').where('id', '=', id).where('state', '=', 'waiting')),
    )
    .execute();
}

/** The draft that is read next: the oldest one that has not ended. */
export const nextReading = (db: Connection): Promise<ReadingRow | undefined> =>
  db
    .selectFrom('subtitle_readings')
    .selectAll()
    .where('state', 'in', ['reading', 'waiting'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Stores the pictures of a draft, in the order of their times. @returns false for a draft that was discarded */
export async function startReading(
  tx: Connection,
  id: string,
  lines: readonly LineToRead[],
  now: Date,
): Promise<boolean> {
  if (!(await noteWork(tx, id, { state: 'reading' }, now))) return false;
  const rows = lines.map(({ startSeconds, endSeconds, cell }, position) => ({
    ...{ reading_id: id, position, start_seconds: startSeconds, end_seconds: endSeconds, cell: JSON.stringify(cell) },
    ...{ text: null, confidence: 0, is_checked: false },
  }));
  for (let from = 0; from < rows.length; from += MOST_INSERTED)
    await tx
      .insertInto('reading_lines')
      .values(rows.slice(from, from + MOST_INSERTED))
      // A draft that goes on has them.
      .onConflict((conflict) => conflict.columns(['reading_id', 'position']).doNothing())
      .execute();
  return true;
}

/** @returns false for a draft that was discarded, or that nobody reads any longer */
async function noteWork(
  tx: Connection,
  id: string,
  change: { state?: ReadingRow['state']; failure?: ReadingFailure },
  now: Date,
): Promise<boolean> {
  const row = await tx
    .updateTable('subtitle_readings')
    .set({ ...change, changed_at: now })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'reading'])
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export const endReading = (tx: Connection, id: string, failure: ReadingFailure | undefined, now: Date) =>
  noteWork(tx, id, failure === undefined ? { state: 'read' } : { state: 'failed', failure }, now);

/** The first lines that are not read yet, all on one sheet. */
export async function listUnread(
  db: Connection,
  id: string,
  limit: number,
): Promise<{ position: number; cell: PictureCue }[]> {
  const lines = await db
    .selectFrom('reading_lines')
    .select(['position', 'cell'])
    .where('reading_id', '=', id)
    .where('text', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();
  return lines.filter(({ cell }) => cell.sheet === lines[0]?.cell.sheet);
}

/** @returns false for a draft that was discarded */
export async function saveRead(
  tx: Connection,
  id: string,
  read: readonly (ReadText & { position: number })[],
  now: Date,
): Promise<boolean> {
  if (!(await noteWork(tx, id, {}, now))) return false;
  for (const { position, text, confidence } of read)
    await tx
      .updateTable('reading_lines')
      .set({ text, confidence })
      .where('reading_id', '=', id)
      .where('position', '=', position)
      .execute();
  return true;
}

/** These lines were tried in vain: somebody types them, or a reader tries again. */
export const saveUnread = (tx: Connection, id: string, positions: readonly number[], now: Date): Promise<boolean> =>
  saveRead(
    tx,
    id,
    positions.map((position) => ({ ...UNREAD, position })),
    now,
  );

export async function countLines(db: Connection, id: string): Promise<{ cnt_line: number; cnt_doubtful: number }> {
  return db
    .selectFrom('reading_lines')
    .select(sql<number>`count(*)::int`.as('cnt_line'))
    .select(sql<number>`count(*) filter (where ${isDoubtful})::int`.as('cnt_doubtful'))
    .where('reading_id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Lines that were read, in the order of the track. */
export async function listLines(
  db: Connection,
  id: string,
  { isDoubtfulOnly, limit, offset }: { isDoubtfulOnly: boolean; limit: number; offset: number },
): Promise<ReadLine[]> {
  const rows = await db
    .selectFrom('reading_lines')
    .select(['position', 'start_seconds', 'end_seconds', 'cell', 'text', 'confidence', 'is_checked'])
    .where('reading_id', '=', id)
    .where('text', 'is not', null)
    .$if(isDoubtfulOnly, (query) => query.where(isDoubtful))
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ text, cell: { sheet, x, y, width, height }, ...row }) => ({
    ...row,
    cell: { sheet, x, y, width, height },
    text: text ?? '',
  }));
}

/** All lines with a text, and where their pictures are. */
export const listTexts = (db: Connection, id: string) =>
  db
    .selectFrom('reading_lines')
    .select(['start_seconds', 'end_seconds', 'cell', 'text'])
    .where('reading_id', '=', id)
    .orderBy('position')
    .execute();

export async function saveCorrections(
  tx: Connection,
  id: string,
  lines: readonly { position: number; text: string }[],
  now: Date,
): Promise<void> {
  for (const { position, text } of lines)
    await tx
      .updateTable('reading_lines')
      .set({ text, is_checked: true })
      .where('reading_id', '=', id)
      .where('position', '=', position)
      .where('text', 'is not', null)
      .execute();
  await tx.updateTable('subtitle_readings').set({ changed_at: now }).where('id', '=', id).execute();
}

/** @returns false where there is none */
export async function deleteReading(tx: Connection, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('subtitle_readings').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
