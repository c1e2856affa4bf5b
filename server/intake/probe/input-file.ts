import { link, lstat, open, realpath, rm, stat, symlink } from 'node:fs/promises';
import { dirname, extname, join, sep } from 'node:path';
import { IntakeError, shownName } from '../intake-error.ts';

/** The source's name in the job's folder: tools never see a name that a user chose. */
export const SOURCE_NAME = 'source';

export interface InputFile {
  readonly bytes: number;
  readonly modifiedMs: number;
}

/** Files that name other files: ffmpeg would open what they name. */
const PLAYLISTS = new Set(
  '.m3u8 .m3u .pls .xspf .asx .wpl .strm .cue .mpd .ism .ismc .smil .ffconcat .concat .txt .url .webloc .nfo .edl'.split(
    ' ',
  ),
);
/** How such files begin, whatever their name is. */
const BEGINNINGS = /^(?:#EXTM3U|ffconcat\b|\[playlist\]|\[InternetShortcut\]|<|\w{2,10}:\/\/|file\s*[:']|# mkvmerge)/i;

/**
 * Checks a source before any tool opens it.
 *
 * @throws IntakeError for a missing, empty, foreign or indirect file.
 */
export async function checkInputFile(source: string): Promise<InputFile> {
  const name = shownName(source);
  const missing = (cause: unknown) => new IntakeError('SOURCE_MISSING', { name }, { cause });
  const whole = await realpath(source).catch((error: unknown) => Promise.reject(missing(error)));
  const folder = await realpath(dirname(source));
  if (!whole.startsWith(folder.endsWith(sep) ? folder : folder + sep)) throw new IntakeError('SOURCE_LINK', { name });
  const file = await stat(whole).catch((error: unknown) => Promise.reject(missing(error)));
  if (!file.isFile()) throw new IntakeError('SOURCE_NO_FILE', { name });
  if (file.size === 0) throw new IntakeError('SOURCE_EMPTY', { name });
  const handle = await open(whole).catch((error: unknown) => Promise.reject(missing(error)));
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(512), 0, 512, 0);
    if (PLAYLISTS.has(extname(source).toLowerCase()) || isPlaylist(buffer.subarray(0, bytesRead)))
      throw new IntakeError('SOURCE_PLAYLIST', { name });
  } finally {
    await handle.close();
  }
  return { bytes: file.size, modifiedMs: file.mtimeMs };
}

/** Whether a file's first bytes are text that names other files. */
export function isPlaylist(start: Uint8Array): boolean {
  const [first, second] = start;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const text = isWide
    ? Buffer.from(start.filter((byte) => byte !== 0)).toString('latin1')
    : Buffer.from(start).toString();
  return BEGINNINGS.test(text.replace(/^[\uFEFFÿþ]+/u, '').trimStart());
}

/** Makes the source available in the job's folder under our name. A repetition replaces the earlier link. */
export async function linkSource(source: string, folder: string): Promise<void> {
  const path = join(folder, SOURCE_NAME);
  await rm(path, { force: true });
  const whole = await realpath(source);
  // Another disk, or a file of another user, allows only a symbolic link.
  await link(whole, path).catch(() => symlink(whole, path));
}

/**
 * Checks that the source is still the probed one, and links it.
 *
 * @throws IntakeError SOURCE_CHANGED or SOURCE_MISSING
 */
export async function relinkSource(source: string, folder: string, probed: InputFile): Promise<void> {
  const now = await checkInputFile(source);
  if (now.bytes !== probed.bytes || now.modifiedMs !== probed.modifiedMs)
    throw new IntakeError('SOURCE_CHANGED', { name: shownName(source) });
  await linkSource(source, folder);
}

/** Removes the job's link to its source. A link that stays costs only room, so failures are ignored. */
export const unlinkSource = (folder: string): Promise<void> =>
  rm(join(folder, SOURCE_NAME), { force: true }).catch(() => undefined);

/** Whether a path is a plain file, not followed if it is a link. */
export const isPlainFile = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isFile() ?? false;
