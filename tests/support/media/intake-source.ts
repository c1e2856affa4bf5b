import { NO_TAGS } from '#server/intake/beside/subtitle-words.ts';
import type { Source, SourcePicture, SourceSound, SourceSubtitle, TrackTags } from '#server/intake/probe/source.ts';

export const tagsOf = (tags: Partial<TrackTags> = {}): TrackTags => ({ ...NO_TAGS, ...tags });

export const pictureOf = (picture: Partial<SourcePicture> = {}): SourcePicture => ({
  stream: 0,
  codec: 'h264',
  width: 1920,
  height: 1080,
  pixelAspect: { numerator: 1, denominator: 1 },
  rotation: 0,
  frameRate: { numerator: 24000, denominator: 1001 },
  isVariable: false,
  isInterlaced: false,
  range: 'sdr',
  matrix: 'bt709',
  endSeconds: 1440,
  ...picture,
});

export const soundOf = (stream: number, tags: Partial<TrackTags> = {}, endSeconds = 1440): SourceSound => ({
  stream,
  codec: 'aac',
  channels: 2,
  tags: tagsOf(tags),
  endSeconds,
});

export const trackOf = (
  stream: number,
  tags: Partial<TrackTags> = {},
  codec = 'ass',
): Extract<SourceSubtitle, { from: 'stream' }> => ({
  from: 'stream',
  stream,
  codec,
  format: codec === 'hdmv_pgs_subtitle' ? null : 'ass',
  tags: tagsOf(tags),
});

/** An episode of 24 minutes in 1080p with one Japanese sound. */
export const sourceOf = (source: Partial<Source> = {}): Source => ({
  bytes: 1_000_000_000,
  modifiedMs: 1_700_000_000_000,
  formatName: 'matroska,webm',
  picture: pictureOf(),
  sounds: [soundOf(1, { language: 'jpn' })],
  subtitles: [],
  chapters: [],
  ...source,
});
