import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readLayout } from './layout.ts';
import type { MediaLayout } from './media-layout.ts';

/** One encoded rendition. H.264 and AAC use fragmented MP4; VP9 and Opus use WebM, which some browsers require for them. */
export interface EncodedTrack {
  kind: 'video' | 'audio';
  codec: 'h264' | 'vp9' | 'aac' | 'opus';
  width: number;
  height: number;
  /** Language of an audio track when there are two. The first one is the default of every player. */
  lang?: SoundLanguage;
  /** The only sound, with a voice that describes the picture. It is in manifests of its own (manifests.ts). */
  isDescription?: true;
  /** File name in the clip's folder. */
  file: string;
}

export type SoundLanguage = 'ja' | 'ko';

/** A rendition with the layout of its file. */
export interface ReadTrack extends EncodedTrack {
  layout: MediaLayout;
}

export const extensionOf = (codec: EncodedTrack['codec']) => (codec === 'h264' || codec === 'aac' ? 'mp4' : 'webm');

/** Labels of audio tracks for viewers. */
export const soundNames = { ja: '원어 (일본어)', ko: '한국어 더빙' } as const;
export const descriptionName = '한국어 (화면 해설)';

/** RFC 6381 names. Levels: AVC 3.0 and 3.1; VP9 profile 0, level by size, 8 bits. */
export function codecName({ codec, height }: EncodedTrack): string {
  if (codec === 'aac') return 'mp4a.40.2';
  if (codec === 'opus') return 'opus';
  if (codec === 'h264') return height > 540 ? 'avc1.64001f' : height > 360 ? 'avc1.4d401f' : 'avc1.4d401e';
  return height > 540 ? 'vp09.00.31.08' : height > 360 ? 'vp09.00.30.08' : 'vp09.00.21.08';
}

export const readTracks = (tracks: readonly EncodedTrack[], folder: string): Promise<ReadTrack[]> =>
  Promise.all(
    tracks.map(async (track) => ({
      ...track,
      layout: readLayout(await readFile(join(folder, track.file)), track.file),
    })),
  );
