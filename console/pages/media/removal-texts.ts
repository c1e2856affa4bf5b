import type { MediaJob } from '#contract/console/media.ts';

type Removes = MediaJob['removal']['removes'];
type Stays = NonNullable<MediaJob['removal']['stays']>;

/** A button is named after what it removes. */
export const REMOVAL_NAMES: Record<Removes, string> = {
  job: '작업 지우기',
  video: '영상 지우기',
  episode: '회차와 영상 지우기',
};

const FILES = '서버의 원본 파일은 그대로 있고, 올린 파일은 함께 지워져요. 되돌릴 수 없어요.';

export const REMOVAL_TEXTS: Record<Removes, string> = {
  job: `이 작업을 목록에서 지워요. ${FILES}`,
  video: `만든 영상과 이 작업을 지워요. 이 영상을 쓰는 회차나 광고는 없어요. ${FILES}`,
  episode: `공개한 적이 없는 이 회차와 만든 영상을 함께 지워요. ${FILES}`,
};

const STAYS: Record<Exclude<Stays, 'used'>, string> = {
  running: '진행 중인 작업이에요. 먼저 취소해 주세요.',
  published: '공개했거나 예약한 회차예요. 작품에서 먼저 내려 주세요. 공개한 적이 있으면 내려도 지울 수 없어요.',
  'was-published':
    '공개한 적이 있는 회차예요. 주문, 시청 기록, 별점이 이 회차를 가리켜서 지울 수 없어요. 내린 채로 두면 아무에게도 보이지 않아요.',
  sold: '판매 중인 회차예요. 작품의 상품에서 먼저 지워 주세요.',
};

/** Why a job and what it made stay. */
export const stayText = (use: MediaJob['use'], stays: Stays): string =>
  stays !== 'used'
    ? STAYS[stays]
    : use === 'advertisement'
      ? '광고가 쓰는 영상이에요. 광고에서 먼저 다른 영상을 골라 주세요.'
      : '회차나 예고편이 쓰는 영상이에요. 그곳에서 먼저 다른 영상으로 바꿔 주세요.';
