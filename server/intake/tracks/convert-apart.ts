import { z } from 'zod';
import { ServiceError } from '../../lib/fail.ts';
import { ownProgram, wasEnded } from '../../lib/limited-program.ts';
import { fairQueue } from '../../lib/queues.ts';
import { runProgram } from '../../lib/run-program.ts';
import type { SubtitleFile } from '../subtitles/convert.ts';

/** Private memory of the program in bytes; 20 MB of text take a tenth of it. */
const MEMORY_BYTES = 1.5 * 2 ** 30;
/** A film's subtitles take less than a second. */
const LONGEST_MS = 20_000;
const MOST_ANSWER_BYTES = 64_000_000;
/** `retry-after` while others' files are converted, in seconds. */
const RETRY_SECONDS = 10;

const conversionSchema = z.object({
  tracks: z.array(
    z.object({
      vtt: z.string(),
      lang: z.string(),
      facts: z.object({
        cues: z.int(),
        beyond: z.int(),
        firstSeconds: z.number(),
        lastSeconds: z.number(),
        sample: z.array(z.string()),
      }),
    }),
  ),
  findings: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('undecodable'), lost: z.int() }),
      z.object({ kind: z.literal('empty') }),
      z.object({ kind: z.literal('encoding'), encoding: z.string() }),
      z.object({ kind: z.literal('lost'), lost: z.int() }),
      z.object({ kind: z.literal('untimed'), cues: z.int() }),
      z.object({ kind: z.literal('cut'), cues: z.int() }),
      z.object({ kind: z.literal('long'), cues: z.int() }),
      z.object({ kind: z.literal('tooLarge') }),
    ]),
  ),
});
export type ApartConversion = z.output<typeof conversionSchema>;

/**
 * Converts a subtitle file without keeping the server busy.
 *
 * @throws ServiceError OVERLOADED when too many wait.
 */
export type ConvertApart = (
  bytes: Uint8Array,
  file: Omit<SubtitleFile, 'isEmbedded'>,
  seconds: number,
) => Promise<ApartConversion>;

const TOO_LARGE: ApartConversion = { tracks: [], findings: [{ kind: 'tooLarge' }] };

/** @param program the file of `subtitle-program.ts`, or its build. */
export function createConvertApart(program: string): ConvertApart {
  const converting = fairQueue(
    { atOnce: 1, waiters: 8, waitMs: 60_000 },
    () => new ServiceError('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }),
  );
  const command = ownProgram(program, { memoryBytes: MEMORY_BYTES });
  return (bytes, { format, lang, encoding }, seconds) =>
    converting.run(async () => {
      const words = [format, lang, String(seconds), ...(encoding === undefined ? [] : [encoding])];
      const { answer, messages } = await runProgram([...command, ...words], bytes, {
        longestMs: LONGEST_MS,
        mostAnswerBytes: MOST_ANSWER_BYTES,
      });
      // A program that was killed has an incomplete answer: no text needs that much.
      if (wasEnded(messages)) return TOO_LARGE;
      try {
        return conversionSchema.parse(JSON.parse(answer.toString()));
      } catch (error) {
        throw new Error(`The subtitle program failed: ${messages}`, { cause: error });
      }
    });
}
