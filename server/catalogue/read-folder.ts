import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { recordSchema, type CatalogueRecord } from '#catalogue/format.ts';

/** The records of a catalogue's folder, in the order of their files' names. */
export async function readFolder(folder: string): Promise<CatalogueRecord[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile() && /\.jsonl?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text, index) =>
    (files[index]?.endsWith('.jsonl') ? text.split('\n').filter((line) => line.trim() !== '') : [text]).map((record) =>
      recordSchema.parse(JSON.parse(record)),
    ),
  );
}

/**
 * The records, with a stand-in for each clip that is not made yet, so that a catalogue that is being drawn can be looked
 * at already. Playing such an episode fails as a missing file does.
 */
export function withStandInClips(records: readonly CatalogueRecord[]): CatalogueRecord[] {
  const known = new Set(records.flatMap((record) => (record.kind === 'clip' ? [record.id] : [])));
  const wanted = new Set(
    records.flatMap((record) => (record.kind === 'title' ? record.episodes.map(({ clip }) => clip) : [])),
  );
  const standIns = [...wanted]
    .filter((id) => !known.has(id))
    .map((id) => ({
      kind: 'clip' as const,
      id,
      duration: 90,
      streams: [{ protocol: 'dash' as const, path: `media/${id}/manifest.mpd` }],
      subtitles: [],
      thumbnails: null,
      intro: null,
      outro: null,
    }));
  return [...standIns, ...records];
}
