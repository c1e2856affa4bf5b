import { join } from 'node:path';
import type { ClipRecord } from '../catalogue/format/index.ts';
import { clipFileSchema, type ClipFile } from './clip-file.ts';
import { readJson, RESULTS } from './steps/results.ts';

/** Longest label of the catalogue's format. */
const LONGEST_LABEL = 40;

/** Viewers choose among languages, so each has one track: of the whole speech, where there is one. */
const PREFERRED: readonly ClipFile['subtitles'][number]['role'][] = ['subtitle', 'caption', 'forced'];

function oneForEachLanguage(subtitles: ClipFile['subtitles']): ClipFile['subtitles'] {
  const sorted = [...subtitles].sort((one, other) => PREFERRED.indexOf(one.role) - PREFERRED.indexOf(other.role));
  return sorted.filter((one, index) => sorted.findIndex(({ lang }) => lang === one.lang) === index);
}

/**
 * The result of a job's last step as a record of the catalogue.
 *
 * @param path where the clip's files lie, as records write it.
 * @returns also what the record cannot say.
 */
export async function readClip(
  folder: string,
  { id, path }: { id: string; path: string },
): Promise<{ clip: ClipRecord; notices: string[] }> {
  const read = await readJson(join(folder, RESULTS.inspect), clipFileSchema);
  const under = (file: string) => `${path}/${file}`;
  const subtitles = oneForEachLanguage(read.subtitles);
  const leftOut = read.subtitles.filter((one) => !subtitles.includes(one));
  const clip: ClipRecord = {
    kind: 'clip',
    id,
    duration: Math.max(1, Math.round(read.durationSeconds)),
    streams: read.streams.map((stream) => ({ ...stream, path: under(stream.path) })),
    subtitles: subtitles.map((one) => ({
      lang: one.lang,
      label: Array.from(one.label).slice(0, LONGEST_LABEL).join(''),
      path: under(one.path),
    })),
    thumbnails: { ...read.thumbnails, path: under(read.thumbnails.path) },
    intro: null,
    outro: null,
  };
  const notices = leftOut.map(
    ({ label, role }) => `The subtitles "${label}" (${role}) are not offered: their language has others.`,
  );
  return { clip, notices };
}
