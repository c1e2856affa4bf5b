import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startAtZero } from './edit-list.ts';
import { ffmpeg } from './ffmpeg.ts';
import type { Film } from './film.ts';
import {
  audioRenditions,
  describedTrack,
  framesPerSecond,
  keyFrameEvery,
  pictureTrack,
  renditionsOf,
  soundTrack,
  type VideoRendition,
} from './renditions.ts';
import type { SoundLanguage } from './tracks.ts';

const videoFragments = [
  '-movflags',
  '+frag_keyframe+empty_moov+default_base_moof+global_sidx+skip_trailer+negative_cts_offsets',
  '-use_editlist',
  '0',
];
const audioFragments = [
  '-frag_duration',
  '2000000',
  '-movflags',
  '+empty_moov+default_base_moof+global_sidx+skip_trailer',
  '-use_editlist',
  '0',
];
const seekable = ['-f', 'webm', '-dash', '1', '-cues_to_front', '1', '-cluster_time_limit', '2000'];

/** Encodes the lossless picture into a film's renditions; `coarser` is added to each quality number. */
export async function encode(
  picture: string,
  folder: string,
  film: Pick<Film, 'coarser' | 'isAdvertisement'>,
): Promise<void> {
  const { coarser = 0 } = film;
  for (const rendition of renditionsOf(film))
    await encodeVideo({ ...rendition, crf: rendition.crf + coarser }, picture, folder);
}

/** One file per codec, with the language in its name if there is one. */
export async function encodeSound(sound: string, folder: string, lang?: SoundLanguage): Promise<void> {
  for (const { codec, kilobits } of audioRenditions)
    await encodeAudio({ codec, kilobits }, sound, join(folder, soundTrack(codec, lang).file));
}

export async function encodeDescription(sound: string, folder: string): Promise<void> {
  for (const { codec, kilobits } of audioRenditions)
    await encodeAudio({ codec, kilobits }, sound, join(folder, describedTrack(codec).file));
}

/** ISO 639-2 language codes for MP4. */
const languageCodes = { ja: 'jpn', ko: 'kor' } as const;

/**
 * Joins H.264 of the middle size and AAC in every language into one file for offline playback.
 *
 * @returns its size in bytes
 */
export async function joinDownload(
  folder: string,
  name: string,
  languages: readonly (SoundLanguage | undefined)[],
): Promise<number> {
  const files = ['h264-540.mp4', ...languages.map((lang) => soundTrack('aac', lang).file)];
  const inputs = files.flatMap((file) => ['-i', join(folder, file)]);
  const maps = files.flatMap((_, index) => ['-map', `${index}`]);
  const told = languages.flatMap((lang, index) =>
    lang === undefined ? [] : [`-metadata:s:a:${index}`, `language=${languageCodes[lang]}`],
  );
  await ffmpeg([
    ...inputs,
    ...maps,
    ...['-c', 'copy', '-map_metadata', '-1', ...told, '-fflags', '+bitexact', '-movflags', '+faststart'],
    join(folder, name),
  ]);
  return (await stat(join(folder, name))).size;
}

async function encodeVideo(rendition: VideoRendition, picture: string, folder: string): Promise<void> {
  const { codec, width, height, crf, maxrate } = rendition;
  const file = join(folder, pictureTrack(rendition).file);
  const common = [
    '-i',
    picture,
    '-an',
    '-vf',
    `scale=${width}:${height}:flags=lanczos,format=yuv420p`,
    '-r',
    String(framesPerSecond),
    '-map_metadata',
    '-1',
  ];
  const keyFrames = ['-g', String(keyFrameEvery), '-keyint_min', String(keyFrameEvery)];
  const bits = ['-crf', String(crf), '-maxrate', `${maxrate}k`, '-bufsize', `${maxrate * 2}k`];
  if (codec === 'h264') {
    const profile =
      height > 540
        ? ['-profile:v', 'high', '-level', '3.1']
        : ['-profile:v', 'main', '-level', height > 360 ? '3.1' : '3.0'];
    await ffmpeg([
      ...common,
      '-c:v',
      'libx264',
      '-preset',
      'slow',
      '-tune',
      'animation',
      ...profile,
      '-sc_threshold',
      '0',
      '-flags',
      '+cgop',
      '-fflags',
      '+bitexact',
      '-flags:v',
      '+bitexact',
      ...keyFrames,
      ...bits,
      ...videoFragments,
      file,
    ]);
    return writeFile(file, startAtZero(await readFile(file)));
  }
  await ffmpeg([
    ...common,
    '-c:v',
    'libvpx-vp9',
    '-b:v',
    `${maxrate}k`,
    '-crf',
    String(crf),
    '-maxrate',
    `${maxrate}k`,
    '-bufsize',
    `${maxrate * 2}k`,
    '-deadline',
    'good',
    '-cpu-used',
    '2',
    '-row-mt',
    '1',
    '-tile-columns',
    '1',
    '-lag-in-frames',
    '25',
    '-auto-alt-ref',
    '1',
    '-fflags',
    '+bitexact',
    '-flags:v',
    '+bitexact',
    ...keyFrames,
    ...seekable,
    file,
  ]);
}

async function encodeAudio(
  { codec, kilobits }: { codec: 'aac' | 'opus'; kilobits: number },
  sound: string,
  file: string,
): Promise<void> {
  const common = [
    '-i',
    sound,
    '-vn',
    '-ac',
    '2',
    '-ar',
    '48000',
    '-b:a',
    `${kilobits}k`,
    '-map_metadata',
    '-1',
    '-fflags',
    '+bitexact',
    '-flags:a',
    '+bitexact',
  ];
  const container = codec === 'aac' ? ['-c:a', 'aac', ...audioFragments] : ['-c:a', 'libopus', ...seekable];
  await ffmpeg([...common, ...container, file]);
}
