import type { Film } from './film.ts';
import { type EncodedTrack, extensionOf, type SoundLanguage } from './tracks.ts';

/** Encoder settings of a clip. Flat shapes need few bits; the maximum rates apply to the busiest shots only. */
export interface VideoRendition {
  codec: 'h264' | 'vp9';
  width: number;
  height: number;
  /** Constant quality; lower is better. */
  crf: number;
  /** Maximum rate in kbit/s. */
  maxrate: number;
}

export const framesPerSecond = 24;

/** A key frame every two seconds: seeks are precise, and players can switch renditions there. */
export const keyFrameEvery = 2 * framesPerSecond;

const videoRenditions: readonly VideoRendition[] = [
  { codec: 'h264', width: 640, height: 360, crf: 33, maxrate: 260 },
  { codec: 'h264', width: 960, height: 540, crf: 35, maxrate: 400 },
  { codec: 'h264', width: 1280, height: 720, crf: 35, maxrate: 640 },
  { codec: 'vp9', width: 640, height: 360, crf: 52, maxrate: 200 },
  { codec: 'vp9', width: 960, height: 540, crf: 55, maxrate: 300 },
  { codec: 'vp9', width: 1280, height: 720, crf: 55, maxrate: 480 },
];

export const audioRenditions = [
  { codec: 'aac', kilobits: 64 },
  { codec: 'opus', kilobits: 48 },
] as const;

/** Advertisements have two sizes: twelve seconds are too short to switch between three. */
export const renditionsOf = ({ isAdvertisement }: Pick<Film, 'isAdvertisement'>) =>
  videoRenditions.filter(({ height }) => !isAdvertisement || height !== 540);

/** Audio languages of a film, the default first; undefined for a single track. */
export const soundLanguagesOf = ({ dub }: Pick<Film, 'dub'>): readonly (SoundLanguage | undefined)[] =>
  dub ? ['ja', 'ko'] : [undefined];

export const pictureTrack = ({ codec, width, height }: Pick<VideoRendition, 'codec' | 'width' | 'height'>) =>
  ({ kind: 'video', codec, width, height, file: `${codec}-${height}.${extensionOf(codec)}` }) satisfies EncodedTrack;

export const soundTrack = (codec: 'aac' | 'opus', lang?: SoundLanguage): EncodedTrack => ({
  kind: 'audio',
  codec,
  width: 0,
  height: 0,
  ...(lang !== undefined && { lang }),
  file: `${codec}${lang === undefined ? '' : `-${lang}`}.${extensionOf(codec)}`,
});

export const describedTrack = (codec: 'aac' | 'opus'): EncodedTrack => ({
  ...soundTrack(codec),
  isDescription: true,
  file: `${codec}-description.${extensionOf(codec)}`,
});

/** All renditions of a film, in manifest order. */
export const tracksOf = (film: Film): EncodedTrack[] => [
  ...renditionsOf(film).map(pictureTrack),
  ...soundLanguagesOf(film).flatMap((lang) => audioRenditions.map(({ codec }) => soundTrack(codec, lang))),
  ...(film.description ? audioRenditions.map(({ codec }) => describedTrack(codec)) : []),
];
