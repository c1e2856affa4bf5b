import { MOST_PIXELS } from './probe/read-report.ts';
import { SECRET_FILE } from './run-tool.ts';

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
  // Sound alone.
  'aac',
  'ac3',
  'aiff',
  'dts',
  'eac3',
  'flac',
  'mp3',
  'truehd',
  'wav',
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

/** A piece of a packaged file on the standard input. */
export const pipedInput: readonly string[] = [...bounded('mov'), '-f', 'mp4', '-i', 'pipe:0'];

/** The same of an encrypted file. The tool's secret is a `decryptionScript`, as other users see the arguments. */
export const encryptedInput: readonly string[] = [
  ...bounded('concat,mov'),
  ...['-f', 'concat', '-safe', '0', '-i', `file:${SECRET_FILE}`],
];

/** @param key in hexadecimal digits */
export const decryptionScript = (key: string): string =>
  `ffconcat version 1.0\nfile pipe:0\noption decryption_key ${key}\n`;

export const quiet: readonly string[] = ['-hide_banner', '-nostdin', '-loglevel', 'error'];
