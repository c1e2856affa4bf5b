import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ffmpeg } from './ffmpeg.ts';
import type { Film } from './film.ts';
import { audioRenditions, framesPerSecond, keyFrameEvery, type VideoRendition, videoRenditions } from './renditions.ts';

/** One encoded rendition, in every container that some player needs. File names are relative to the clip's folder. */
export interface EncodedTrack {
  kind: 'video' | 'audio';
  codec: 'h264' | 'vp9' | 'aac' | 'opus';
  width: number;
  height: number;
  /** Of sound, where there are two. */
  lang?: 'ja' | 'ko';
  /** Fragmented MP4, for HLS and for DASH of H.264/AAC. */
  mp4: string;
  /** WebM, for DASH of VP9/Opus: browsers without an MP4 demuxer play it. */
  webm: string | null;
}

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

/** Encodes the master picture into a film's renditions; `coarser` is added to the quality number of each. */
export async function encode(
  picture: string,
  folder: string,
  { coarser = 0, isAdvertisement }: Pick<Film, 'coarser' | 'isAdvertisement'>,
): Promise<EncodedTrack[]> {
  const tracks: EncodedTrack[] = [];
  // Twelve seconds are over before a player has changed between three sizes.
  for (const rendition of videoRenditions.filter(({ height }) => !isAdvertisement || height !== 540))
    tracks.push(await encodeVideo({ ...rendition, crf: rendition.crf + coarser }, picture, folder));
  return tracks;
}

/** One track for each codec. Files are named after the language where there is one. */
export async function encodeSound(sound: string, folder: string, lang?: 'ja' | 'ko'): Promise<EncodedTrack[]> {
  const tracks: EncodedTrack[] = [];
  for (const { codec, kilobits } of audioRenditions) {
    const track = await encodeAudio(codec, kilobits, sound, folder, lang === undefined ? codec : `${codec}-${lang}`);
    tracks.push(lang === undefined ? track : { ...track, lang });
  }
  return tracks;
}

/** H.264 and AAC of the middle size as one file, for watching without a network. Answers its bytes. */
export async function joinDownload(folder: string, name: string, sound = 'aac.mp4'): Promise<number> {
  await ffmpeg([
    ...['-i', join(folder, 'h264-540.mp4'), '-i', join(folder, sound)],
    ...['-c', 'copy', '-map_metadata', '-1', '-fflags', '+bitexact', '-movflags', '+faststart'],
    join(folder, name),
  ]);
  return (await stat(join(folder, name))).size;
}

async function encodeVideo(rendition: VideoRendition, picture: string, folder: string): Promise<EncodedTrack> {
  const { codec, width, height, crf, maxrate } = rendition;
  const name = `${codec}-${height}`;
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
  const mp4 = `${name}.mp4`;
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
      join(folder, mp4),
    ]);
    return { kind: 'video', codec, width, height, mp4, webm: null };
  }
  const webm = `${name}.webm`;
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
    join(folder, webm),
  ]);
  await ffmpeg(['-i', join(folder, webm), '-c', 'copy', '-fflags', '+bitexact', ...videoFragments, join(folder, mp4)]);
  return { kind: 'video', codec, width, height, mp4, webm };
}

async function encodeAudio(
  codec: 'aac' | 'opus',
  kilobits: number,
  sound: string,
  folder: string,
  name: string,
): Promise<EncodedTrack> {
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
  const mp4 = `${name}.mp4`;
  if (codec === 'aac') {
    await ffmpeg([...common, '-c:a', 'aac', ...audioFragments, join(folder, mp4)]);
    return { kind: 'audio', codec, width: 0, height: 0, mp4, webm: null };
  }
  const webm = `${name}.webm`;
  await ffmpeg([...common, '-c:a', 'libopus', ...seekable, join(folder, webm)]);
  await ffmpeg(['-i', join(folder, webm), '-c', 'copy', '-fflags', '+bitexact', ...audioFragments, join(folder, mp4)]);
  return { kind: 'audio', codec, width: 0, height: 0, mp4, webm };
}
