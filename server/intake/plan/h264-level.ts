/** H.264, table A-1: most macroblocks of a frame and of a second. Sets of 2016 decode up to 4.2 in hardware. */
const LEVELS = [
  { level: '3.0', frame: 1_620, second: 40_500 },
  { level: '3.1', frame: 3_600, second: 108_000 },
  { level: '3.2', frame: 5_120, second: 216_000 },
  { level: '4.0', frame: 8_192, second: 245_760 },
  { level: '4.2', frame: 8_704, second: 522_240 },
] as const;

/** The lowest level for a size and a rate. Encoders would choose a higher one for more reference frames. */
export function h264LevelOf({ width, height }: { width: number; height: number }, framesPerSecond: number): string {
  const frame = Math.ceil(width / 16) * Math.ceil(height / 16);
  const found = LEVELS.find((one) => frame <= one.frame && frame * framesPerSecond <= one.second);
  return found?.level ?? '5.1';
}
