import type { ReadingLines } from '#contract/console/readings.ts';
import { READER_DATA, readableLangOf, type EpisodeTracks, type SubtitleRole } from '#contract/console/tracks.ts';
import { findClipToEdit, lookAtClip } from '../../catalogue/index.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { ChangedMeanwhileError, MissingError, RefusedError } from '../../lib/refused-error.ts';
import type { MediaSigner } from '../../providers/media-signer.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import { isOwn, subtitleIdOf, type TrackEditing } from '../tracks/track-editing.ts';
import type { FindReader } from './find-reader.ts';
import { writeReadText } from './read-text.ts';
import {
  countLines,
  deleteReading,
  findReading,
  insertReading,
  listLines,
  listTexts,
  saveCorrections,
  type ReadingRow,
} from './readings-store.ts';

interface PublishedReading {
  version: string;
  lang: string;
  role: SubtitleRole;
  label: string;
  replaces_text: boolean;
}

/** An operator's work on texts that are read of picture subtitles. All throw MissingError. */
export interface ReadingEditing {
  /** Begins a draft; one that has failed goes on. @throws RefusedError */
  begin(episodeId: number, subtitleId: string): Promise<EpisodeTracks>;
  lines(id: string, query: { only?: 'doubtful' | undefined; limit: number; offset: number }): Promise<ReadingLines>;
  /** @throws RefusedError while it is read */
  correct(id: string, lines: readonly { position: number; text: string }[]): Promise<void>;
  /** @throws RefusedError, ChangedMeanwhileError, VALIDATION_FAILED */
  publish(id: string, reading: PublishedReading): Promise<EpisodeTracks>;
  remove(id: string): Promise<void>;
}

export interface ReadingEditingOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  /** Without it, no picture has an address. */
  signer: MediaSigner | undefined;
  findReader: FindReader;
  tracks: Pick<TrackEditing, 'show' | 'add'>;
  record: RecordChange;
}

/** Name of the text, for the readers of subtitle files. */
const FILE_NAME = 'read.vtt';

const missing = () =>
  new MissingError('There is no such draft of a subtitle.', '없는 글자 초안이에요. 그사이 지워졌을 수 있어요.');

export function createReadingEditing(options: ReadingEditingOptions): ReadingEditing {
  const { db, transact, clock, random, signer, findReader, tracks, record } = options;

  const find = async (id: string): Promise<ReadingRow> => (await findReading(db, id)) ?? Promise.reject(missing());

  const recordOf = (tx: Connection, episodeId: number, before: object | null, after: object | null) =>
    record(tx, { action: 'episode.reading', subject: { kind: 'episode', id: episodeId }, before, after });

  /** @throws RefusedError where nothing here can read the language */
  const checkReader = async (lang: string) => {
    const readable = readableLangOf(lang);
    if (readable === undefined)
      throw new RefusedError(
        `Letters of "${lang}" cannot be read: only Korean, Japanese and English.`,
        '한국어, 일본어, 영어 그림 자막만 읽을 수 있어요. 자막의 언어를 먼저 골라 주세요.',
      );
    const reader = await findReader();
    if (!reader?.langs.includes(readable))
      throw new RefusedError(
        `Nothing here reads "${lang}": install tesseract-ocr and tesseract-ocr-${READER_DATA[readable]}.`,
        `서버에 tesseract-ocr과 tesseract-ocr-${READER_DATA[readable]}을 설치해야 읽을 수 있어요.`,
      );
  };

  return {
    async begin(episodeId, subtitleId) {
      const { clip } = await findClipToEdit(db, episodeId, clock.now());
      const subtitle = clip.subtitles.find((one) => subtitleIdOf(clip, one) === subtitleId);
      if (!subtitle) throw new ChangedMeanwhileError();
      const { path, lang, sheets } = subtitle;
      if (!sheets) throw new RefusedError('The subtitle is text already.', '이미 글자인 자막이에요.');
      if (!isOwn(clip))
        throw new RefusedError(
          `Clip ${clip.id} belongs to the catalogue's folder, which takes no files.`,
          '미디어에서 올린 영상이 아니라서 자막을 더할 수 없어요. 카탈로그에서 바꿔 주세요.',
        );
      await checkReader(lang);
      const row = { id: random.uuid(), episode_id: episodeId, clip_id: clip.id, path, lang, sheets };
      await transact(async (tx) => {
        await insertReading(tx, row, clock.now());
        await recordOf(tx, episodeId, null, { lang });
      });
      return tracks.show(episodeId);
    },

    async lines(id, { only, limit, offset }) {
      const { episode_id: episodeId, clip_id: clipId, sheets } = await find(id);
      const { clip } = await findClipToEdit(db, episodeId, clock.now());
      if (clip.id !== clipId) throw missing();
      const counts = await countLines(db, id);
      const isDoubtfulOnly = only === 'doubtful';
      const urlOf = signer ? lookAtClip({ signer, clock }, clip).urlOf : () => '';
      return {
        ...counts,
        count: isDoubtfulOnly ? counts.cnt_doubtful : counts.cnt_line,
        sheets: sheets.map(urlOf),
        results: await listLines(db, id, { isDoubtfulOnly, limit, offset }),
      };
    },

    async correct(id, lines) {
      const { state, episode_id: episodeId, lang } = await find(id);
      if (state !== 'read') throw new RefusedError('The draft is not read yet.', '아직 다 읽지 못한 자막이에요.');
      await transact(async (tx) => {
        await saveCorrections(tx, id, lines, clock.now());
        await recordOf(tx, episodeId, { lang }, { lang, corrected_lines: lines.length });
      });
    },

    async publish(id, { version, lang, role, label, replaces_text: replacesText }) {
      const { state, episode_id: episodeId, clip_id: clipId, path } = await find(id);
      if (state !== 'read') throw new RefusedError('The draft is not read yet.', '아직 다 읽지 못한 자막이에요.');
      const { clip } = await findClipToEdit(db, episodeId, clock.now());
      if (clip.id !== clipId) throw missing();
      const text = writeReadText(await listTexts(db, id));
      await tracks.add(episodeId, {
        ...{ name: FILE_NAME, bytes: Buffer.from(text), encoding: 'utf-8', version, lang, role, label },
        beside: subtitleIdOf(clip, { path }),
        // The pictures are those of this video.
        accepts: ['LONGER', 'SHORTER', 'OTHER_NUMBER', ...(replacesText ? (['SAME_LANGUAGE'] as const) : [])],
      });
      await transact((tx) => deleteReading(tx, id));
      return tracks.show(episodeId);
    },

    async remove(id) {
      const { episode_id: episodeId, lang } = await find(id);
      const isRemoved = await transact(async (tx) => {
        if (!(await deleteReading(tx, id))) return false;
        await recordOf(tx, episodeId, { lang }, null);
        return true;
      });
      if (!isRemoved) throw missing();
    },
  };
}
