import type { Connection } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createClipKeys, createKeySeal, findSecretIn, OtherSecretError } from '#server/watching/protection/index.ts';
import type { Env } from '../env.ts';
import { bad, good, type Finding } from './finding.ts';

/** Whether the secret opens the keys of protected videos. Nothing where none is protected. */
export async function checkMediaKeys(
  { mediaKeySecret, dataDir }: Pick<Env, 'mediaKeySecret' | 'dataDir'>,
  db: Connection,
): Promise<Finding[]> {
  // Only a video makes the secret of a data folder: a file of root would keep the service out.
  const seal = createKeySeal(() => mediaKeySecret ?? findSecretIn(dataDir) ?? '');
  try {
    if (!(await createClipKeys(seal, systemRandom).tryOne(db))) return [];
    return [good('Media keys', 'The secret opens the keys of protected videos.', '보호된 영상의 키가 열려요.')];
  } catch (error) {
    if (!(error instanceof OtherSecretError)) throw error;
    return [
      bad(
        'Media keys',
        [
          'The secret does not open the keys of protected videos: nobody can watch them.',
          '보호된 영상의 키가 열리지 않아서 아무도 볼 수 없어요.',
        ],
        [
          'Set MEDIA_KEY_SECRET to the secret from before, or put clip-key-secret back into DATA_DIR.',
          'MEDIA_KEY_SECRET을 이전 값으로 되돌리거나, DATA_DIR에 clip-key-secret 파일을 다시 넣어 주세요.',
        ],
      ),
    ];
  }
}
