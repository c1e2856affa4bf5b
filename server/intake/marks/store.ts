import { sql } from 'kysely';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import type { Connection } from '../../db/open.ts';
import { hasMarks, type Chapter, type ChapterMarks, type MarkKind, type StoredChapters } from './chapter-marks.ts';
import type { FoundMark, FoundMarks } from './propose-marks.ts';

/** A film has twenty. */
const MOST_CHAPTERS = 100;
const LONGEST_TITLE = 100;

const shortened = ({ title, ...times }: Chapter): Chapter => ({
  ...times,
  title: Array.from(title).slice(0, LONGEST_TITLE).join(''),
});

/** The chapters of the file that a clip was made of, with their names. */
export async function listChapters(db: Connection, clipId: string): Promise<readonly Chapter[]> {
  const row = await db.selectFrom('found_marks').select('chapters').where('clip_id', '=', clipId).executeTakeFirst();
  return row?.chapters?.list ?? [];
}

/**
 * Stores what marks of a clip that is in the catalogue are found from: its fingerprint, empty for none, and its chapters. A
 * repeated call changes nothing.
 */
export async function saveSigns(
  db: Connection,
  clipId: string,
  { fingerprint, chapters, list }: { fingerprint: string; chapters: ChapterMarks; list: readonly Chapter[] },
): Promise<void> {
  if (fingerprint === '' && !hasMarks(chapters) && list.length === 0) return;
  const stored: StoredChapters | null =
    hasMarks(chapters) || list.length > 0 ? { ...chapters, list: list.slice(0, MOST_CHAPTERS).map(shortened) } : null;
  await sql`
    insert into found_marks (clip_id, fingerprint, chapters, is_intro_decided, is_outro_decided)
    select id, ${fingerprint}, ${stored && JSON.stringify(stored)}::jsonb, false, false
    from clips where id = ${clipId}
    on conflict (clip_id) do update set fingerprint = excluded.fingerprint, chapters = excluded.chapters`.execute(db);
}

/** The clips of a title that have a fingerprint, in the order of its episodes. */
export async function listClipsOfTitle(db: Connection, titleId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('episodes')
    .innerJoin('found_marks', 'found_marks.clip_id', 'episodes.clip_id')
    .select('episodes.clip_id')
    .where('episodes.item_id', '=', titleId)
    .where('found_marks.fingerprint', '<>', '')
    .orderBy('episodes.order')
    .execute();
  return [...new Set(rows.map(({ clip_id: id }) => id))];
}

/** Fingerprints by clip. */
export async function listFingerprints(db: Connection, clipIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('found_marks')
    .select(['clip_id', 'fingerprint'])
    .where((eb) => eb('clip_id', '=', sql<string>`any(${[...clipIds]}::text[])`))
    .execute();
  return new Map(rows.map(({ clip_id: id, fingerprint }) => [id, fingerprint]));
}

export async function saveFound(db: Connection, clipId: string, { intro, outro }: FoundMarks): Promise<void> {
  await db
    .updateTable('found_marks')
    .set({ intro: intro && JSON.stringify(intro), outro: outro && JSON.stringify(outro) })
    .where('clip_id', '=', clipId)
    .execute();
}

/** Says that an operator has decided about marks of an episode. */
export async function saveDecided(db: Connection, episodeId: number, kinds: readonly MarkKind[]): Promise<void> {
  await db
    .updateTable('found_marks')
    .set({
      ...(kinds.includes('intro') && { is_intro_decided: true }),
      ...(kinds.includes('outro') && { is_outro_decided: true }),
      ...(kinds.includes('recap') && { is_recap_decided: true }),
      ...(kinds.includes('preview') && { is_preview_decided: true }),
    })
    .where('clip_id', 'in', (eb) => eb.selectFrom('episodes').select('clip_id').where('id', '=', episodeId))
    .execute();
}

export interface EpisodeMarks {
  episode_id: number;
  episode_num: string;
  duration: number;
  /** Published marks. */
  intro: ClipRecord['intro'];
  outro: ClipRecord['outro'];
  recap: ClipRecord['recap'];
  preview: ClipRecord['preview'];
  chapters: ChapterMarks | null;
  found_intro: FoundMark | null;
  found_outro: FoundMark | null;
  is_intro_decided: boolean | null;
  is_outro_decided: boolean | null;
  is_recap_decided: boolean | null;
  is_preview_decided: boolean | null;
}

/** Marks of the episodes of a title, or of one episode. */
export const listEpisodeMarks = (
  db: Connection,
  target: { title: number } | { episode: number },
): Promise<EpisodeMarks[]> =>
  db
    .selectFrom('episodes')
    .innerJoin('clips', 'clips.id', 'episodes.clip_id')
    .leftJoin('found_marks', 'found_marks.clip_id', 'episodes.clip_id')
    .select([
      ...([
        'episodes.id as episode_id',
        'episodes.episode_num',
        'clips.duration',
        'clips.intro',
        'clips.outro',
        'clips.recap',
        'clips.preview',
        'found_marks.chapters',
      ] as const),
      ...(['found_marks.intro as found_intro', 'found_marks.outro as found_outro'] as const),
      ...(['found_marks.is_intro_decided', 'found_marks.is_outro_decided'] as const),
      ...(['found_marks.is_recap_decided', 'found_marks.is_preview_decided'] as const),
    ])
    .where((eb) =>
      'title' in target ? eb('episodes.item_id', '=', target.title) : eb('episodes.id', '=', target.episode),
    )
    .orderBy('episodes.order')
    .execute();
