import { readableLangOf, type ReadableLang, type ReadingFailure } from '#contract/console/tracks.ts';
import { readPictureCue, type PictureCue } from '#contract/rules/picture-cue.ts';
import type { Connection, Transact } from '../../db/open.ts';
import type { ServiceJob } from '../../jobs/job.ts';
import type { Clock } from '../../lib/clock.ts';
import { textOf } from '../subtitles/cue.ts';
import { readVtt } from '../subtitles/read-vtt.ts';
import { readStored, type TextPlaces } from '../tracks/stored-text.ts';
import type { CellToDraw } from './draw-pages.ts';
import type { FindReader, Reader } from './find-reader.ts';
import type { ReadCells } from './read-cells.ts';
import {
  endReading,
  listUnread,
  nextReading,
  saveRead,
  saveUnread,
  startReading,
  type LineToRead,
  type ReadingRow,
} from './readings-store.ts';

/** Pictures that are read at once: what a stop, or a picture that the program cannot read, costs at most. */
const AT_ONCE = 16;
/** After so many failures in a row, the program or the machine is the cause, and not a picture. */
const MOST_FAILURES = 3;
/** The table of a film has a tenth of it, a sheet likewise. */
const MOST_BYTES = 64 * 2 ** 20;

export interface ReadingOptions extends TextPlaces {
  db: Connection;
  transact: Transact;
  clock: Clock;
  findReader: FindReader;
  readCells: ReadCells;
}

/** Reads picture subtitles as text, as operators have asked for. A machine without the program leaves them to others. */
export const readingJob = (options: ReadingOptions): ServiceJob => ({
  name: 'reading subtitles',
  everySeconds: 5,
  leaseSeconds: 60,
  longestSeconds: 600,
  run: ({ signal }) => readSubtitles(options, signal),
});

/** Reads until nothing is left or the signal aborts. What was read is stored some pictures at a time, so a later run goes on there. */
export async function readSubtitles(options: ReadingOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const reading = await nextReading(options.db);
    const reader = reading && (await options.findReader());
    if (!reading || !reader) return;
    try {
      const failure = await readOne(options, { reading, reader, signal });
      if (failure !== 'discarded') await endReading(options.db, reading.id, failure, options.clock.now());
    } catch (error) {
      // The rest is for the next run.
      if (!signal.aborted) throw error;
    }
  }
}

interface Work {
  reading: ReadingRow;
  reader: Reader;
  signal: AbortSignal;
}

/** @returns why it failed; undefined when all is read */
async function readOne(options: ReadingOptions, work: Work): Promise<ReadingFailure | 'discarded' | undefined> {
  const { transact, clock } = options;
  const { reading, reader } = work;
  const lang = readableLangOf(reading.lang);
  if (lang === undefined || !reader.langs.includes(lang)) return 'LANGUAGE_MISSING';
  if (reading.state === 'waiting') {
    const lines = await linesOf(options, reading.path);
    if (lines === undefined) return 'PICTURES_MISSING';
    if (!(await transact((tx) => startReading(tx, reading.id, lines, clock.now())))) return 'discarded';
  }
  return readRest(options, { ...work, lang });
}

async function readRest(
  options: ReadingOptions,
  { reading: { id, sheets }, reader, lang, signal }: Work & { lang: ReadableLang },
): Promise<ReadingFailure | 'discarded' | undefined> {
  const { db, transact, clock, readCells } = options;
  let sheet: { number: number; bytes: Buffer } | undefined;
  let failures = 0;
  for (;;) {
    const lines = await listUnread(db, id, AT_ONCE);
    const number = lines[0]?.cell.sheet;
    if (number === undefined) return undefined;
    if (sheet?.number !== number) {
      const bytes = await find(options, sheets[number - 1]);
      if (bytes === undefined) return 'PICTURES_MISSING';
      sheet = { number, bytes };
    }
    const cells = lines.map(({ cell }) => toDraw(cell));
    const read = await readCells({ sheet: sheet.bytes, cells, lang, reader, signal });
    signal.throwIfAborted();
    const isRead = typeof read !== 'string';
    failures = isRead ? 0 : failures + 1;
    const positions = lines.map(({ position }) => position);
    const isKept = await transact((tx) =>
      isRead
        ? saveRead(
            tx,
            id,
            read.map((page, index) => ({ ...page, position: positions[index]! })),
            clock.now(),
          )
        : saveUnread(tx, id, positions, clock.now()),
    );
    if (!isKept) return 'discarded';
    if (failures === MOST_FAILURES && !isRead) return read;
  }
}

/** The lines of the whole picture that a cell was cut of. */
const toDraw = ({ x, y, width, height, place }: PictureCue): CellToDraw => ({
  ...{ x, y, width, height },
  lines: Math.max(1, (height * 100) / place.height),
});

/** The pictures of a table; undefined where it is gone. */
async function linesOf(options: ReadingOptions, path: string): Promise<LineToRead[] | undefined> {
  const table = await find(options, path);
  if (table === undefined) return undefined;
  const lines = readVtt(table.toString()).cues.flatMap((cue): LineToRead[] => {
    const cell = readPictureCue(textOf(cue));
    return cell ? [{ startSeconds: cue.startSeconds, endSeconds: cue.endSeconds, cell }] : [];
  });
  return lines.length === 0 ? undefined : lines;
}

/** Undefined for a file that is gone. */
const find = async (places: TextPlaces, path: string | undefined): Promise<Buffer | undefined> =>
  path === undefined
    ? undefined
    : readStored(places, path, MOST_BYTES).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      });
