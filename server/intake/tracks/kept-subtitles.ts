import { isSameLength } from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import { clipPathOf } from '../media-folder.ts';
import { sheetNames } from '../pictures/write-pictures.ts';
import { readStored, type TextPlaces } from './stored-text.ts';

/** WebVTT of a film has a hundredth of it, a sheet of pictures a tenth. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * Copies the subtitles that the video of an episode has to the video in its place, where both are equally long and the new
 * one has none of that language and role, or pictures in place of a text. An address opens one clip alone, so files cannot be shared.
 */
export async function keptSubtitles(
  options: TextPlaces,
  { before, clip }: { before: ClipRecord; clip: ClipRecord },
): Promise<ClipRecord['subtitles']> {
  if (before.id === clip.id || !isSameLength(before, clip)) return [];
  const keyOf = ({ lang, role = 'subtitle' }: ClipRecord['subtitles'][number]) => `${lang.toLowerCase()}-${role}`;
  const kindOf = (one: ClipRecord['subtitles'][number]) => `${keyOf(one)}${one.sheets ? '-pictures' : ''}`;
  /** Pictures are no substitute for a text of their language. */
  const has = new Set(
    clip.subtitles.flatMap((one) => [kindOf(one), ...(one.sheets ? [] : [`${keyOf(one)}-pictures`])]),
  );
  const kept: ClipRecord['subtitles'] = [];
  for (const one of before.subtitles) {
    if (has.has(kindOf(one))) continue;
    const files = await readAll(options, [one.path, ...(one.sheets ?? [])]);
    if (files === undefined) continue;
    const name = `${clipPathOf(clip.id)}/kept-${kindOf(one)}`;
    const [text = Buffer.alloc(0), ...pictures] = files;
    const sheets = sheetNames(name, pictures.length);
    for (const [index, path] of sheets.entries()) await options.mediaStore.putBytes(path, pictures[index]!);
    await options.mediaStore.putText(`${name}.vtt`, text.toString());
    kept.push({ ...one, path: `${name}.vtt`, ...(one.sheets && { sheets }) });
  }
  return kept;
}

/** Undefined where one of the files is missing. */
async function readAll(options: TextPlaces, paths: readonly string[]): Promise<Buffer[] | undefined> {
  const files: Buffer[] = [];
  for (const path of paths) {
    const file = await readStored(options, path, MOST_BYTES);
    if (file === undefined) return undefined;
    files.push(file);
  }
  return files;
}
