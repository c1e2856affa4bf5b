import { z } from 'zod';
import { ServiceError } from '../../lib/fail.ts';
import { ownProgram, wasEnded } from '../../lib/limited-program.ts';
import { fairQueue } from '../../lib/queues.ts';
import { runProgram } from '../../lib/run-program.ts';

/** Private memory of the program in bytes: the file, a picture of 4K and a sheet take a fifth of it. */
const MEMORY_BYTES = 1.5 * 2 ** 30;
/** Shorter than a proxy waits for an answer. */
const LONGEST_MS = 50_000;
const MOST_ANSWER_BYTES = 64_000_000;
/** `retry-after` while others' files are read, in seconds. */
const RETRY_SECONDS = 20;

const answerSchema = z.object({
  /** One for each language of the file. */
  tracks: z.array(
    z.object({
      lang: z.string(),
      cues: z.int(),
      forced: z.int(),
      beyond: z.int(),
      firstSeconds: z.number(),
      lastSeconds: z.number(),
      /** Damaged places. */
      lost: z.int(),
    }),
  ),
  /** The asked track; null where it has nothing to see. */
  drawn: z
    .object({
      all: z.string(),
      forced: z.string().nullable(),
      /** Pictures that are left out because there are too many. */
      left: z.int(),
      /** In bytes. */
      sheets: z.array(z.int()),
    })
    .nullable(),
});
export type ApartPictures = z.output<typeof answerSchema>;

export interface DrawnApart extends Omit<NonNullable<ApartPictures['drawn']>, 'sheets'> {
  readonly sheets: readonly Buffer[];
}

export interface PicturesToRead {
  readonly format: 'sup' | 'vobsub';
  readonly lang: string;
  /** The file, behind its index. */
  readonly bytes: Uint8Array;
  readonly indexBytes: number;
  /** Size in pixels and length of the clip that the pictures lie over. */
  readonly film: { readonly width: number; readonly height: number; readonly seconds: number };
  /** The track whose sheets are drawn. */
  readonly draws?: number | undefined;
}

/**
 * Reads picture subtitles without keeping the server busy.
 *
 * @returns `tooSlow` for a file that takes more time or memory than a film's.
 * @throws ServiceError OVERLOADED when too many wait.
 */
export type ReadPicturesApart = (
  file: PicturesToRead,
) => Promise<{ tracks: ApartPictures['tracks']; drawn: DrawnApart | null } | 'tooSlow'>;

/** @param program the file of `pictures-program.ts`, or its build. */
export function createReadPicturesApart(program: string): ReadPicturesApart {
  const reading = fairQueue(
    { atOnce: 1, waiters: 4, waitMs: 60_000 },
    () => new ServiceError('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }),
  );
  const command = ownProgram(program, { memoryBytes: MEMORY_BYTES });
  return ({ format, lang, bytes, indexBytes, film, draws }) =>
    reading.run(async () => {
      const words = [format, lang, film.seconds, film.width, film.height, indexBytes];
      const { answer, messages } = await runProgram(
        [...command, ...words.map(String), ...(draws === undefined ? [] : [String(draws)])],
        bytes,
        { longestMs: LONGEST_MS, mostAnswerBytes: MOST_ANSWER_BYTES },
      );
      if (wasEnded(messages)) return 'tooSlow';
      try {
        const end = answer.indexOf('\n');
        const { tracks, drawn } = answerSchema.parse(JSON.parse(answer.toString('utf8', 0, end)));
        let at = end + 1;
        return {
          tracks,
          drawn: drawn && { ...drawn, sheets: drawn.sheets.map((size) => answer.subarray(at, (at += size))) },
        };
      } catch (error) {
        throw new Error(`The program for pictures failed: ${messages}`, { cause: error });
      }
    });
}
