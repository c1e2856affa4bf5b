import { randomUUID } from 'node:crypto';
import { openMediaStore } from '#server/providers/open-media-store.ts';
import type { Env } from '#server/start/env.ts';
import { checkFolder } from './machine.ts';
import { bad, good, type Finding } from './finding.ts';

/** Writes, finds and removes a file, as a publication does. */
export async function checkMediaStore({ mediaStore }: Env): Promise<Finding> {
  // A folder's rights and space say more than a file in it, and nothing is made before the first start.
  if (mediaStore.kind === 'folder') return checkFolder('Media store', mediaStore.folder);
  const store = openMediaStore(mediaStore);
  const folder = `doctor-${randomUUID()}`;
  const path = `${folder}/test.txt`;
  try {
    await store.check();
    await store.putText(path, 'Bora was here.');
    const isThere = await store.has(path);
    await store.removeFolder(folder);
    return isThere
      ? good('Media store', `The bucket ${mediaStore.bucket} takes, finds and removes a file.`)
      : bad(
          'Media store',
          'A file that was written is not found.',
          'The store must show a file as soon as it is written.',
        );
  } catch (error) {
    return bad(
      'Media store',
      error instanceof Error ? error.message : String(error),
      'Check MEDIA_STORE and its keys: they need the rights to list, read, write and delete.',
    );
  }
}
