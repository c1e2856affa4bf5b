import { join } from 'node:path';
import type { ClipRecord } from '../catalogue/format/index.ts';
import { clipFileSchema, type ClipFile } from './clip-file.ts';
import { readJson, RESULTS } from './steps/results.ts';

/** Longest label of the catalogue's format. */
const LONGEST_LABEL = 40;

const shortened = (label: string) => Array.from(label).slice(0, LONGEST_LABEL).join('');

/** The result of a job's last step. */
export const readClipFile = (folder: string): Promise<ClipFile> =>
  readJson(join(folder, RESULTS.inspect), clipFileSchema);

/**
 * The result of a job's last step as a record of the catalogue.
 *
 * @param path where the clip's files lie, as records write it.
 */
export function toClipRecord(read: ClipFile, { id, path }: { id: string; path: string }): ClipRecord {
  const under = (file: string) => `${path}/${file}`;
  return {
    kind: 'clip',
    id,
    duration: Math.max(1, Math.round(read.durationSeconds)),
    streams: read.streams.map(({ protocol, path: file, drm }) => ({
      protocol,
      path: under(file),
      ...(drm && { drm }),
    })),
    subtitles: read.subtitles.map(({ lang, role, label, path: file, sheets }) => ({
      lang,
      role,
      label: shortened(label),
      path: under(file),
      ...(sheets && { sheets: sheets.map(under) }),
    })),
    audio: read.audio.map(({ lang, role, label }) => ({ lang, role, label: shortened(label) })),
    ...(read.drawings.length > 0 && {
      drawings: read.drawings.map(({ lang, label, path: file }) => ({
        lang,
        label: shortened(label),
        path: under(file),
      })),
    }),
    thumbnails: { ...read.thumbnails, path: under(read.thumbnails.path) },
    intro: null,
    outro: null,
    recap: null,
    preview: null,
  };
}
