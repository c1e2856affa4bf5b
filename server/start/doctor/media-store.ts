import { randomUUID } from 'node:crypto';
import { openMediaStore } from '#server/providers/open-media-store.ts';
import type { Env } from '../env.ts';
import { checkFolder } from './machine.ts';
import { causeOf } from './cause.ts';
import { bad, good, messageOf, type Finding } from './finding.ts';

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
      ? good(
          'Media store',
          `The bucket ${mediaStore.bucket} takes, finds and removes a file.`,
          `버킷 ${mediaStore.bucket}에 파일을 쓰고, 찾고, 지웠어요.`,
        )
      : bad(
          'Media store',
          ['A file that was written is not found.', '방금 쓴 파일이 보이지 않아요.'],
          ['The store must show a file as soon as it is written.', '쓴 파일이 바로 보이는 저장소여야 해요.'],
        );
  } catch (error) {
    return bad(
      'Media store',
      [messageOf(error), `저장소를 쓸 수 없어요. ${causeOf(error)[1]}`],
      [
        'Check MEDIA_STORE and its keys: they need the rights to list, read, write and delete.',
        'MEDIA_STORE와 그 키를 봐 주세요. 목록, 읽기, 쓰기, 지우기 권한이 필요해요.',
      ],
    );
  }
}
