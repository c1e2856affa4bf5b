import { MOST_PIXELS } from './probe/read-report.ts';

/** Containers that are read: none that names other files, network addresses or devices. */
const CONTAINERS = [
  'matroska',
  'mov',
  'avi',
  'mpegts',
  'mpeg',
  'mpegvideo',
  'flv',
  'asf',
  'ogg',
  'rm',
  'mxf',
  'gxf',
  'dv',
  'nut',
  'ivf',
  'h264',
  'hevc',
  'm4v',
  'obu',
  'wtv',
  'vc1',
  'yuv4mpegpipe',
].join(',');

/** Options before every input: only files and pipes, only these containers, no giant pictures. */
const bounded = (containers: string) => [
  '-protocol_whitelist',
  'file,pipe',
  '-format_whitelist',
  containers,
  '-max_pixels',
  String(MOST_PIXELS),
];

/**
 * The source as an input.
 *
 * @param path relative to the tool's folder: a name of ours.
 */
export const sourceInput = (path: string): readonly string[] => [...bounded(CONTAINERS), '-i', `file:${path}`];

/**
 * A piece of a packaged file on the standard input.
 *
 * @param key of an encrypted one, in hexadecimal digits
 */
export const pipedInput = (key?: string): readonly string[] => [
  ...bounded('mov'),
  ...(key === undefined ? [] : ['-decryption_key', key]),
  ...['-f', 'mp4', '-i', 'pipe:0'],
];

export const quiet: readonly string[] = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
