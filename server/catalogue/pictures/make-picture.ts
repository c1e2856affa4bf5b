import { z } from 'zod';
import { ServiceError } from '#server/lib/fail.ts';
import { ownProgram } from '#server/lib/limited-program.ts';
import { pictureFormatOf } from '#server/lib/picture-format.ts';
import { fairQueue } from '#server/lib/queues.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { runProgram } from '#server/lib/run-program.ts';
import type { Crop, MadeKind, MadePicture, PictureFault } from './decode-picture.ts';

/** Private memory of the program in bytes: 50 million pixels, twice, and the program itself. */
const MEMORY_BYTES = 1.5 * 2 ** 30;
/** Longest run of the program, in ms. Its own limit of decoding is 20 s. */
const LONGEST_MS = 30_000;
/** Largest answer in bytes; pictures of the sizes that televisions draw are far smaller. */
const MOST_ANSWER_BYTES = 16_000_000;
/** `retry-after` while others' pictures are decoded, in seconds. */
const RETRY_SECONDS = 10;

const unusable = (cause?: unknown) =>
  Object.assign(
    new RefusedError(
      'The file is no picture that can be used.',
      '쓸 수 없는 그림이에요. JPEG, PNG, WebP, AVIF 가운데 하나를 골라 주세요.',
    ),
    { cause },
  );

const REFUSALS: Record<PictureFault, (cause: unknown) => RefusedError> = {
  unusable,
  pixels: () => new RefusedError('The picture has too many pixels.', '그림이 너무 커요. 5천만 화소까지 쓸 수 있어요.'),
  outside: () => new RefusedError('The part is not inside the picture.', '고른 부분이 그림 밖에 있어요.'),
  shape: () =>
    new RefusedError('The part has another shape than the picture.', '고른 부분의 가로세로 비율이 맞지 않아요.'),
};

const headSchema = z.union([
  z.object({ fault: z.enum(['unusable', 'pixels', 'outside', 'shape']) }),
  z.object({ sizes: z.tuple([z.int().positive(), z.int().nonnegative(), z.int().nonnegative()]) }),
]);

/** @returns undefined for an incomplete answer. */
function readAnswer(answer: Buffer): MadePicture | PictureFault | undefined {
  const end = answer.indexOf('\n');
  if (end === -1) return undefined;
  const head = headSchema.parse(JSON.parse(answer.toString('utf8', 0, end)));
  if ('fault' in head) return head.fault;
  const [first, second, third] = head.sizes;
  const files = answer.subarray(end + 1);
  if (files.length !== first + second + third) return undefined;
  return {
    picture: files.subarray(0, first),
    tile: second > 0 ? files.subarray(first, first + second) : undefined,
    large: third > 0 ? files.subarray(first + second) : undefined,
  };
}

/**
 * Crops an operator's picture and re-encodes it in the size that televisions draw.
 *
 * @param crop null for the middle of the picture.
 * @returns WebP, and for a wide picture its tile as JPEG.
 * @throws RefusedError when it is no picture, too large, or smaller than the part; ServiceError OVERLOADED when too many wait.
 */
export type MakePicture = (kind: MadeKind, bytes: Buffer, crop: Crop | null) => Promise<MadePicture>;

/** @param program the file of `picture-program.ts`, or its build. */
export function createMakePicture(program: string): MakePicture {
  /** One picture at a time, because each may take hundreds of megabytes while it is decoded; few wait. */
  const decoding = fairQueue(
    { atOnce: 1, waiters: 8, waitMs: 60_000 },
    () => new ServiceError('OVERLOADED', { retryAfterSeconds: RETRY_SECONDS }),
  );
  const command = ownProgram(program, { memoryBytes: MEMORY_BYTES });
  return async (kind, bytes, crop) => {
    // Before the queue: what is no picture must not take the place of one.
    if (pictureFormatOf(bytes) === undefined) throw unusable();
    return decoding.run(async () => {
      const words = crop === null ? [kind] : [kind, ...[crop.left, crop.top, crop.width, crop.height].map(String)];
      const { answer, messages } = await runProgram([...command, ...words], bytes, {
        longestMs: LONGEST_MS,
        mostAnswerBytes: MOST_ANSWER_BYTES,
      });
      const made = readAnswer(answer) ?? 'unusable';
      if (typeof made === 'string') throw REFUSALS[made](messages);
      return made;
    });
  };
}
