import { createFolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import type { S3Place } from './s3-calls.ts';
import { createS3Store } from './s3-store.ts';

/** Where own videos are stored, as MEDIA_STORE says. */
export type MediaPlace = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Place);

export const openMediaStore = (place: MediaPlace): MediaStore =>
  place.kind === 'folder' ? createFolderStore(place.folder) : createS3Store(place);
