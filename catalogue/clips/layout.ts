import { readMp4 } from './mp4.ts';
import { readWebm } from './webm.ts';

/** A part of a media file that starts with a key frame and can be fetched by itself. */
export interface Segment {
  offset: number;
  size: number;
  seconds: number;
}

/** What a manifest must know about a media file. Byte ranges are [first, last], both included. */
export interface MediaLayout {
  /** What a decoder is set up with, from the first byte on. */
  init: readonly [number, number];
  /** The segment index: the "sidx" box of MP4, the Cues of WebM. */
  index: readonly [number, number];
  segments: readonly Segment[];
  bytes: number;
}

export const readLayout = (file: Buffer, name: string): MediaLayout =>
  name.endsWith('.webm') ? readWebm(file) : readMp4(file);
