import type { PlannedSound } from '../plan/plan.ts';

const SAMPLES_A_SECOND = 48_000;
const KILOBITS = 128;
/** EBU R 128: the loudness of television. */
const TARGET_LUFS = -23;
/** Below the highest peak that survives encoding in AAC. */
const PEAK_DB = -1;
/** A measurement below this is silence. */
const SILENT_LUFS = -65;
const MOST_GAIN_DB = 20;

/** Two channels from any number, at our rate, from time 0 on; gaps become silence. */
const toStereo = `aresample=${SAMPLES_A_SECOND}:async=1:first_pts=0,aformat=sample_fmts=fltp:channel_layouts=stereo`;

/** Measures a sound's loudness; the result is in ffmpeg's messages. */
export const measureArguments = (stream: number): string[] => [
  ...['-vn', '-sn', '-dn', '-filter_complex', `[0:${stream}]${toStereo},ebur128=framelog=verbose[out]`],
  ...['-map', '[out]', '-f', 'null', '-'],
];

/** Reads ebur128's summary. @returns null without a measurement. */
export function integratedLoudness(messages: string): number | null {
  const found = /Integrated loudness:\s+I:\s+(-?[\d.]+|-inf|nan) LUFS/.exec(
    messages.slice(messages.lastIndexOf('Summary:')),
  );
  const lufs = Number(found?.[1]);
  return found && Number.isFinite(lufs) ? lufs : null;
}

/**
 * ffmpeg restarts the loudness filter, and prints another summary, where the channels or the sample rate change. The first summary
 * comes from parsing the command line and reports silence (-70 LUFS).
 */
export const changesFormat = (messages: string): boolean =>
  [...messages.matchAll(/Integrated loudness:\s+I:\s+(-?[\d.]+) LUFS/g)].filter(
    ([, lufs]) => Number(lufs) > SILENT_LUFS,
  ).length > 1;

/** The same gain for the whole sound, so that quiet scenes stay quiet. */
export function gainOf(lufs: number | null): number {
  if (lufs === null || lufs < SILENT_LUFS) return 0;
  return Math.min(MOST_GAIN_DB, Math.round((TARGET_LUFS - lufs) * 10) / 10);
}

/** Ends with the picture, as players need renditions of the same length. */
export function soundFilter({ stream }: PlannedSound, gainDb: number, seconds: number): string {
  const samples = Math.round(seconds * SAMPLES_A_SECOND);
  const end = `atrim=end_sample=${samples}`;
  if (stream === null) return `anullsrc=channel_layout=stereo:sample_rate=${SAMPLES_A_SECOND},${end}`;
  const limit = 10 ** (PEAK_DB / 20);
  const gain = gainDb === 0 ? [] : [`volume=${gainDb}dB`];
  return [
    `[0:${stream}]${toStereo}`,
    ...gain,
    `alimiter=limit=${limit.toFixed(4)}:level=disabled`,
    `apad=whole_len=${samples}`,
    end,
  ].join(',');
}

export const soundOutput = ({ name }: PlannedSound): string[] => [
  ...['-c:a', 'aac', '-b:a', `${KILOBITS}k`, '-ar', String(SAMPLES_A_SECOND), '-ac', '2'],
  ...['-map_metadata', '-1', '-map_chapters', '-1', '-f', 'mp4', `${name}.mp4`],
];
