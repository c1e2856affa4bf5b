import { isSameLength } from '../../catalogue/index.ts';
import type { ClipRecord } from '../../catalogue/format/index.ts';
import { clipPathOf } from '../media-folder.ts';
import { readStoredText, type TextPlaces } from './stored-text.ts';

/** WebVTT of a film has a hundredth of it. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * Copies the subtitles that the video of an episode has to the video in its place, where both are equally long and the new
 * one has none of that language and role. An address opens one clip alone, so texts cannot be shared.
 */
export async function keptSubtitles(
  options: TextPlaces,
  { before, clip }: { before: ClipRecord; clip: ClipRecord },
): Promise<ClipRecord['subtitles']> {
  if (before.id === clip.id || !isSameLength(before, clip)) return [];
  const keyOf = ({ lang, role = 'subtitle' }: ClipRecord['subtitles'][number]) => `${lang.toLowerCase()}-${role}`;
  const has = new Set(clip.subtitles.map(keyOf));
  const kept: ClipRecord['subtitles'] = [];
  for (const one of before.subtitles) {
    // Pictures come with the video.
    if (one.sheets || has.has(keyOf(one))) continue;
    const text = await readStoredText(options, one.path, MOST_BYTES);
    if (text === undefined) continue;
    const path = `${clipPathOf(clip.id)}/kept-${keyOf(one)}.vtt`;
    await options.mediaStore.putText(path, text);
    kept.push({ ...one, path });
  }
  return kept;
}
