import { createFolderStore } from './folder-store.ts';
import type { MediaStore } from './media-store.ts';
import type { S3Location } from './s3-calls.ts';
import { createS3Store } from './s3-store.ts';

/** Where own videos are stored, as MEDIA_STORE says. */
export type MediaLocation = { kind: 'folder'; folder: string } | ({ kind: 's3' } & S3Location);

export const openMediaStore = (place: MediaLocation): MediaStore =>
  place.kind === 'folder' ? createFolderStore(place.folder) : createS3Store(place);
