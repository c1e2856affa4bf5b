import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clipRecordSchema, type ClipRecord } from '../../server/catalogue/format/index.ts';
import { encryptMp4 } from './cenc.ts';
import { manifestsOf } from './manifests.ts';
import { pictureTrack, soundTrack } from './renditions.ts';
import { readTracks } from './tracks.ts';

/** An encrypted copy of a clip (CENC, AES-CTR), for testing copy protection with a public key. */
export interface SealedClip {
  id: string;
  /** The source clip, which must exist. */
  of: string;
  /** 32 hexadecimal digits each. */
  keyId: string;
  key: string;
}

export const sealedClips: readonly SealedClip[] = [
  {
    id: 'night-train-sealed',
    of: 'night-train',
    keyId: 'b07a0000c0de4e11a0000000000000a1',
    key: '5f0c1a7be2934d6880a1b4c3d2e5f607',
  },
];

/** The encrypted renditions. */
export const sealedTracks = [
  pictureTrack({ codec: 'h264', width: 640, height: 360 }),
  pictureTrack({ codec: 'h264', width: 960, height: 540 }),
  soundTrack('aac'),
];

/** Encrypts the files of `sealed.of` without encoding them again, and writes the record. */
export async function sealClip({ id, of, keyId, key }: SealedClip, catalogueFolder: string): Promise<void> {
  const source = join(catalogueFolder, 'media', of);
  const records = join(catalogueFolder, 'records', 'clips');
  const open = clipRecordSchema.parse(JSON.parse(await readFile(join(records, `${of}.json`), 'utf8')));
  const made = await mkdtemp(join(tmpdir(), `${id}-`));
  for (const { file } of sealedTracks)
    await writeFile(join(made, file), encryptMp4(await readFile(join(source, file)), { keyId, key }));
  const manifests = manifestsOf(await readTracks(sealedTracks, made), open.duration, { keyId });
  for (const [name, text] of Object.entries(manifests)) await writeFile(join(made, name), text);
  for (const name of ['ko.vtt', 'en.vtt', 'previews.webp']) await cp(join(source, name), join(made, name));
  const folder = join(catalogueFolder, 'media', id);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await cp(made, folder, { recursive: true });
  await rm(made, { recursive: true });
  const at = (path: string) => path.replace(`media/${of}/`, `media/${id}/`);
  const record: ClipRecord = {
    kind: 'clip',
    id,
    duration: open.duration,
    streams: [
      {
        protocol: 'dash',
        path: `media/${id}/manifest.mpd`,
        drm: { key_system: 'org.w3.clearkey', license_url: null, clear_keys: { [keyId]: key } },
      },
    ],
    subtitles: open.subtitles.map((subtitle) => ({ ...subtitle, path: at(subtitle.path) })),
    ...(open.audio && { audio: open.audio }),
    thumbnails: open.thumbnails && { ...open.thumbnails, path: at(open.thumbnails.path) },
    intro: open.intro,
    outro: open.outro,
    recap: open.recap,
    preview: open.preview,
  };
  await writeFile(join(records, `${id}.json`), `${JSON.stringify(record, null, 2)}\n`);
}
