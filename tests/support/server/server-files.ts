import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** The bytes of the fixture's video: each byte is its offset modulo 251, so that every range is recognisable. */
export const VIDEO_BYTES = Buffer.from(Array.from({ length: 10_000 }, (_, index) => index % 251));

const files: Record<string, string | Buffer> = {
  'media/short/manifest.mpd': '<MPD/>',
  'media/short/hls/main.m3u8': '#EXTM3U',
  'media/short/video.mp4': VIDEO_BYTES,
  'media/short/video.webm': VIDEO_BYTES,
  'media/short/download.mp4': VIDEO_BYTES,
  'media/short/part-1.m4s': VIDEO_BYTES,
  'media/short/ko.vtt': 'WEBVTT\n',
  'media/short/ko-signs.vtt': 'WEBVTT\n',
  'media/short/thumbnails.jpg': 'jpg',
  'media/short/notes.txt': 'not for viewers',
  'media/other/video.mp4': VIDEO_BYTES,
  // With drawn segments, and subtitles that are pictures.
  'media/signs/manifest.mpd': '<MPD/>',
  'media/signs/part-1.m4s': VIDEO_BYTES,
  'media/signs/part-1-drawn-ko.m4s': VIDEO_BYTES,
  'media/signs/drawn-ko.json': '{"renditions":[]}',
  'media/signs/pictures-ko.vtt': 'WEBVTT\n',
  'media/signs/pictures-ko-1.webp': 'sheet',
  'pictures/poster.webp': 'poster',
  'pictures/secret.webp': 'in no record',
  'pictures/tiled/tile.jpg': 'jpg',
};

/** Writes files into a new folder. */
export async function writeFiles(contents: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-files-'));
  for (const [path, content] of Object.entries(contents)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** The files of the small catalogue. */
export const writeCatalogueFiles = (): Promise<string> => writeFiles(files);
