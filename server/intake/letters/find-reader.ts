import { join } from 'node:path';
import { READER_DATA, type ReadableLang } from '#contract/console/tracks.ts';
import { findLimiters, isProgram, limitsOf, PROGRAM_FOLDERS } from '#server/lib/limited-program.ts';
import { runProgram } from '#server/lib/run-program.ts';

/** A program of this machine that reads letters. */
export interface Reader {
  /** The words that start it within its memory, without its own. */
  readonly command: readonly string[];
  /** Those whose data are installed. */
  readonly langs: readonly ReadableLang[];
}

/** @returns undefined where no such program is installed. */
export type FindReader = () => Promise<Reader | undefined>;

/** Private memory in bytes: a page and the data of a language take a fifth of it. */
const MEMORY_BYTES = 2 ** 30;
const LISTING_MS = 10_000;
const MOST_LISTED_BYTES = 100_000;
/** How long an answer holds, in ms: pages ask for it each time. */
const KNOWN_MS = 60_000;

/** Finds tesseract and the languages that it can read. */
export function createFindReader(folders: readonly string[] = PROGRAM_FOLDERS): FindReader {
  let known: { atMs: number; reader: Promise<Reader | undefined> } | undefined;
  return () => {
    if (known === undefined || performance.now() - known.atMs > KNOWN_MS)
      known = { atMs: performance.now(), reader: find(folders) };
    return known.reader;
  };
}

async function find(folders: readonly string[]): Promise<Reader | undefined> {
  const program = folders.map((folder) => join(folder, 'tesseract')).find(isProgram);
  if (program === undefined) return undefined;
  const command = [...limitsOf(findLimiters(), { memoryBytes: MEMORY_BYTES }), program];
  const limits = { longestMs: LISTING_MS, mostAnswerBytes: MOST_LISTED_BYTES };
  // A program that cannot start has no language.
  const { answer } = await runProgram([...command, '--list-langs'], new Uint8Array(), limits).catch(() => ({
    answer: Buffer.alloc(0),
  }));
  const installed = new Set(answer.toString().split(/\s+/));
  const langs = (Object.keys(READER_DATA) as ReadableLang[]).filter((lang) => installed.has(READER_DATA[lang]));
  return { command, langs };
}
