/** What a clip is encoded to. Flat shapes need few bits: the ceilings hold for the busiest shots only. */
export interface VideoRendition {
  codec: 'h264' | 'vp9';
  width: number;
  height: number;
  /** Constant quality; lower is better. */
  crf: number;
  /** Ceiling in kbit/s. */
  maxrate: number;
}

export const framesPerSecond = 24;

/** A key frame every two seconds: a seek lands near, and every rendition can be joined there. */
export const keyFrameEvery = 2 * framesPerSecond;

export const videoRenditions: readonly VideoRendition[] = [
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
