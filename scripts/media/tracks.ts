import { soundIdOf, type EpisodeTracks, type SubtitleRole } from '#contract/console/tracks.ts';
import type { Operate } from '#server/console/operator/calls.ts';
import { QUESTION_TEXTS } from '#server/intake/tracks/subtitle-questions.ts';
import { NotDoneError, resultOf } from '../operator-commands/with-operate.ts';
import { time, visible } from './lines.ts';
import type { SoundWords } from './read-sound-words.ts';
import type { SubtitleWords } from './read-subtitle-words.ts';

/** Lines for a terminal about an episode's video, its sounds and its subtitles. Commands name a track by the number in its line. */
export function tracksLines({ duration, renditions, sounds, subtitles }: EpisodeTracks): string[] {
  return [
    `duration\t${time(duration)}`,
    ...(renditions ?? []).map(
      ({ width, height, codec, kilobits }) => `picture\t${width}x${height}\t${codec}\t${kilobits} kbit/s`,
    ),
    ...sounds.map(({ lang, role, label }, index) => `sound ${index + 1}\t${lang}\t${role}\t${visible(label)}`),
    ...subtitles.map(({ lang, role, label }, index) => `subtitle ${index + 1}\t${lang}\t${role}\t${visible(label)}`),
  ];
}

const subtitleAt = ({ subtitles }: EpisodeTracks, number: number) => {
  const found = subtitles[number - 1];
  if (!found) throw new NotDoneError(`The video has no subtitle ${number}: "bora media tracks" lists them.`);
  return found;
};

async function addFile(
  operate: Operate,
  words: SubtitleWords & { path: string },
  tracks: EpisodeTracks,
): Promise<EpisodeTracks> {
  const { episode, path, number, encoding, isYes } = words;
  const replaced = number === undefined ? undefined : subtitleAt(tracks, number);
  const lang = words.lang ?? replaced?.lang;
  const role = words.role ?? replaced?.role;
  const file = { episode, path, encoding, ...(replaced && { replaces: replaced.id }) };
  const { notices, tracks: found } = await resultOf(operate('tracks/examine', { ...file, lang, role }));
  for (const { code, params } of notices) console.error(visible(`${code} ${JSON.stringify(params)}`));
  const [first, ...others] = found;
  if (!first) throw new NotDoneError('The file cannot be used as a subtitle.');
  if (others.length > 0) console.error(`The file has ${found.length} languages: the first (${first.lang}) is taken.`);
  for (const line of first.sample) console.error(`  ${visible(line)}`);
  for (const question of first.questions) console.error(QUESTION_TEXTS[question].message);
  if (first.questions.length > 0 && !isYes) throw new NotDoneError('Nothing is added: say --yes if this is right.');
  return resultOf(
    operate('tracks/add', {
      ...file,
      version: tracks.version,
      lang: first.lang,
      role: first.role as SubtitleRole,
      label: words.label ?? replaced?.label ?? first.label,
      accepts: first.questions,
    }),
  );
}

/** Adds, replaces, changes or removes a subtitle of an episode. @returns what the video has then */
export async function changeSubtitle(operate: Operate, words: SubtitleWords): Promise<EpisodeTracks> {
  const { episode, path, number, place, isRemoving } = words;
  const tracks = await resultOf(operate('tracks/show', { episode }));
  if (path !== undefined) return addFile(operate, { ...words, path }, tracks);
  const chosen = subtitleAt(tracks, number!);
  const { lang = chosen.lang, role = chosen.role, label = chosen.label } = words;
  const others = tracks.subtitles.filter((one) => one !== chosen);
  const at = place === undefined ? number! - 1 : Math.min(place - 1, others.length);
  const changed = { ...chosen, lang, role, label };
  const next = isRemoving ? others : [...others.slice(0, at), changed, ...others.slice(at)];
  return resultOf(
    operate('tracks/change', {
      episode,
      version: tracks.version,
      subtitles: next.map((one) => ({ id: one.id, lang: one.lang, role: one.role, label: one.label })),
    }),
  );
}

/** Changes or removes a sound of an episode. @returns what the video has then */
export async function changeSound(operate: Operate, words: SoundWords): Promise<EpisodeTracks> {
  const { episode, number, place, isRemoving } = words;
  const { version, sounds } = await resultOf(operate('tracks/show', { episode }));
  const chosen = sounds[number - 1];
  if (!chosen) throw new NotDoneError(`The video has no sound ${number}: "bora media tracks" lists them.`);
  const { lang = chosen.lang, role = chosen.role, label = chosen.label } = words;
  const keyed = sounds.map((one) => ({ ...one, id: soundIdOf(one) }));
  const others = keyed.filter((_, index) => index !== number - 1);
  const at = Math.min((place ?? number) - 1, others.length);
  const changed = { id: soundIdOf(chosen), lang, role, label };
  const next = isRemoving ? others : [...others.slice(0, at), changed, ...others.slice(at)];
  return resultOf(
    operate('sounds/change', {
      episode,
      version,
      sounds: next.map(({ id, ...one }) => ({ id, lang: one.lang, role: one.role, label: one.label })),
    }),
  );
}
