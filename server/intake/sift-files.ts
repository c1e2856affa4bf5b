import { lstat } from 'node:fs/promises';
import { extname, isAbsolute } from 'node:path';
import { RefusedError } from '../lib/refused-error.ts';
import { isPlaylist } from './file-kinds.ts';
import { shownName } from './intake-error.ts';
import { withParticle } from '#contract/rules/particles.ts';

/** Files that may become jobs, and why the others may not. */
interface Sifted<File> {
  free: File[];
  problems: RefusedError[];
}

/** Checks type and size of a file; the job checks its content. @throws RefusedError */
async function checkSource(path: string): Promise<number> {
  const name = shownName(path);
  if (!isAbsolute(path) || path.includes('\0')) throw new RefusedError(`${name}: the path must be absolute.`);
  if (isPlaylist(extname(path)))
    throw new RefusedError(
      `${name} is a playlist, which may name files anywhere. Add the videos themselves.`,
      '재생 목록은 받을 수 없어요.',
    );
  const file = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    throw new RefusedError(
      error.code === 'ENOENT' ? `${name} is not there.` : `${name} cannot be read (${error.code ?? error.message}).`,
      '파일을 읽을 수 없어요. 파일이 그대로 있는지 확인해 주세요.',
    );
  });
  if (file.isSymbolicLink()) throw new RefusedError(`${name} is a symbolic link. Add the file that it names.`);
  if (!file.isFile()) throw new RefusedError(`${name} is no file.`);
  if (file.size === 0) throw new RefusedError(`${name} is empty. Copy or download it again.`);
  return file.size;
}

/** Looks at each file on the disk. */
export async function siftBySource<File extends { source: string }>(
  files: readonly File[],
): Promise<Sifted<File & { bytes: number }>> {
  const sifted: Sifted<File & { bytes: number }> = { free: [], problems: [] };
  for (const file of files)
    try {
      sifted.free.push({ ...file, bytes: await checkSource(file.source) });
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      sifted.problems.push(error);
    }
  return sifted;
}

export const alreadyAJob = (source: string): RefusedError =>
  new RefusedError(`${shownName(source)} is a job already.`, '이미 작업 중인 파일이에요.');

/**
 * Compares the numbers of files with one another and with those of the title.
 *
 * @param taken numbers of the title, as `3화`.
 * @param replaceable numbers of episodes whose video no other job makes.
 * @param working sources of unfinished jobs.
 */
export function siftByNumber<File extends { source: string; number: number; replaces?: boolean | undefined }>(
  files: readonly File[],
  {
    taken,
    replaceable,
    working,
  }: { taken: readonly string[]; replaceable: ReadonlySet<string>; working: ReadonlySet<string> },
): Sifted<File & { numberText: string }> {
  const there = new Set(taken);
  const numbered = files.map((file) => ({ ...file, numberText: `${file.number}화` }));
  const cntOf = new Map<string, number>();
  for (const { numberText } of numbered) cntOf.set(numberText, (cntOf.get(numberText) ?? 0) + 1);
  const sifted: Sifted<File & { numberText: string }> = { free: [], problems: [] };
  for (const file of numbered) {
    const { source, numberText } = file;
    if (working.has(source)) sifted.problems.push(alreadyAJob(source));
    else if (cntOf.get(numberText)! > 1)
      sifted.problems.push(
        new RefusedError(
          `Two files are ${numberText}, one of them ${shownName(source)}: name the episode of each.`,
          `${numberText}인 파일이 둘이에요. 회차 번호를 고쳐 주세요.`,
        ),
      );
    else if (file.replaces && !replaceable.has(numberText))
      sifted.problems.push(
        new RefusedError(
          `The title has no ${numberText} whose video can be replaced now, so ${shownName(source)} is left out.`,
          `지금 영상을 바꿀 수 있는 ${withParticle(numberText, '이/가')} 없어요. 회차와 진행 중인 작업을 확인해 주세요.`,
        ),
      );
    else if (!file.replaces && there.has(numberText))
      sifted.problems.push(
        new RefusedError(
          `The title has ${numberText} already, so ${shownName(source)} is left out: remove that one first, or name another episode.`,
          `작품에 ${withParticle(numberText, '이/가')} 이미 있어요. 먼저 지우거나 다른 번호를 적어 주세요.`,
        ),
      );
    else sifted.free.push(file);
  }
  return sifted;
}

/** @throws RefusedError the only problem, or all of them as lines. */
export function throwFirst({ problems }: { problems: readonly RefusedError[] }): void {
  const [first, ...others] = problems;
  if (first === undefined) return;
  throw others.length === 0 ? first : new RefusedError(problems.map(({ message }) => message).join('\n'), first.shown);
}
