/** A part of a media file that starts with a key frame and can be requested separately. */
export interface Segment {
  offset: number;
  size: number;
  seconds: number;
}

/** The data of a media file that a manifest needs. Byte ranges are [first, last], both inclusive. */
export interface MediaLayout {
  /** The initialisation segment, from the first byte on. */
  init: readonly [number, number];
  /** The segment index: the "sidx" box of MP4, the Cues of WebM. */
  index: readonly [number, number];
  segments: readonly Segment[];
  bytes: number;
}
