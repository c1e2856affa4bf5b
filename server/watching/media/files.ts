import { extname } from 'node:path';

/** File types of the catalogue that the server serves; all others are not found. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.mpd': 'application/dash+xml',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/mp4',
  '.m4v': 'video/mp4',
  '.m4a': 'audio/mp4',
  '.ts': 'video/mp2t',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.json': 'application/json',
};

const pictureTypes: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.svg': 'image/svg+xml',
};

/** Names in the catalogue. This allow-list excludes `..`, `%2f`, `\` and NUL. */
const PATH = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/;

const typeOf = (types: Readonly<Record<string, string>>, path: string) =>
  PATH.test(path) ? types[extname(path).toLowerCase()] : undefined;

/** Content type of a file behind a signed address; undefined when the type is not served. */
export const mediaTypeOf = (path: string): string | undefined => typeOf(mediaTypes, path) ?? typeOf(pictureTypes, path);

/** Whether a file is a manifest or holds picture or sound. */
export const isVideoFile = (path: string): boolean => {
  const type = mediaTypeOf(path);
  return type !== undefined && !/^(?:image|text)\//.test(type);
};

export const pictureTypeOf = (path: string): string | undefined => typeOf(pictureTypes, path);
