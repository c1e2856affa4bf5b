import { READER_DATA, type ReadableLang, type ReadingFailure } from '#contract/console/tracks.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { ownProgram, wasEnded } from '#server/lib/limited-program.ts';
import { runProgram } from '#server/lib/run-program.ts';
import type { CellToDraw } from './draw-pages.ts';
import type { Reader } from './find-reader.ts';
import { readTsv, type PageLine, type ReadText, UNREAD } from './read-tsv.ts';

export interface CellsToRead {
  readonly sheet: Buffer;
  readonly cells: readonly CellToDraw[];
  readonly lang: ReadableLang;
  readonly reader: Reader;
  readonly signal: AbortSignal;
}

export type ReaderFault = Extract<ReadingFailure, 'READER_STUCK' | 'READER_FAILED'>;

/** Reads the letters in some cells of a sheet. @returns a text for each cell, or why the program failed */
export type ReadCells = (work: CellsToRead) => Promise<readonly ReadText[] | ReaderFault>;

/** Private memory of the program that draws pages, in bytes. */
const MEMORY_BYTES = 1.5 * 2 ** 30;
const DRAWING_MS = 120_000;
/** 16 pictures of the largest size take less. */
const MOST_PAGES_BYTES = 128 * 2 ** 20;
/** A page takes a fraction of a second. */
const READING_MS = 60_000;
const MOST_TEXT_BYTES = 4_000_000;
/** A low priority: the server needs the processor for viewers. */
const NICENESS = 10;
/** How the program is to look at a page. */
const ONE_LINE = ['--psm', '7'];

/** Cause in the failure log. */
const FAILURE = 'reading letters';

/** @param program the file of `pages-program.ts`, or its build. */
export function createReadCells(program: string, failures: FailureLog, readingMs = READING_MS): ReadCells {
  const fault = (messages: string): ReaderFault => {
    failures.report(FAILURE, new Error(messages));
    return wasEnded(messages) ? 'READER_STUCK' : 'READER_FAILED';
  };
  const draw = ownProgram(program, { memoryBytes: MEMORY_BYTES });
  return async ({ sheet, cells, lang, reader, signal }) => {
    const shared = { niceness: NICENESS, signal };
    const pages = await runProgram(draw, Buffer.concat([Buffer.from(`${JSON.stringify(cells)}\n`), sheet]), {
      ...shared,
      longestMs: DRAWING_MS,
      mostAnswerBytes: MOST_PAGES_BYTES,
    });
    if (!hasSucceeded(pages.messages)) return fault(pages.messages);
    const end = pages.answer.indexOf('\n');
    const lines = JSON.parse(pages.answer.toString('utf8', 0, end)) as PageLine[];
    if (lines.length === 0) return cells.map(() => UNREAD);
    const read = await runProgram(
      [...reader.command, 'stdin', 'stdout', '-l', dataFor(lang, reader), ...ONE_LINE, 'tsv'],
      pages.answer.subarray(end + 1),
      {
        ...shared,
        longestMs: readingMs,
        mostAnswerBytes: MOST_TEXT_BYTES,
        // Its threads wait for each other: on two cores, one is faster.
        environment: { OMP_THREAD_LIMIT: '1' },
      },
    );
    if (!hasSucceeded(read.messages)) return fault(read.messages);
    failures.works(FAILURE);
    return readTsv(read.answer.toString(), lang, lines, cells.length);
  };
}

/** Korean has words in Latin letters. */
const dataFor = (lang: ReadableLang, { langs }: Reader) =>
  lang === 'ko' && langs.includes('en') ? `${READER_DATA.ko}+${READER_DATA.en}` : READER_DATA[lang];

const hasSucceeded = (messages: string) => /exit 0$/.test(messages);
