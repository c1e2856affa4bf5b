import { PLATFORM_LABELS } from '#contract/platforms.ts';
import { koreanMinute } from '#server/lib/korean-time.ts';

/** Korean names of the codes in the tables. Other codes stay as they are. */
const NAMES: Readonly<Record<string, string>> = {
  published: '공개',
  scheduled: '예약',
  delayed: '연기',
  unpublished: '내림',
  announced: '미정',
  running: '진행 중',
  waiting: '대기',
  failed: '실패',
  cancelled: '취소',
  done: '끝남',
  failing: '실패',
  overdue: '밀림',
  receiving: '받는 중',
  received: '확인 중',
  ready: '준비됨',
  refused: '쓸 수 없음',
  upload: '올린 파일',
  watched: '감시 폴더',
  video: '영상',
  subtitle: '자막',
  picture: '그림',
  metadata: '정보',
  episode: '회차',
  advertisement: '광고',
  requested: '받음',
  reviewing: '검토 중',
  accepted: '들여오기로 함',
  declined: '들여오지 않음',
  ended: '끝남',
  rental: '대여',
  own: '소장',
  membership: '멤버십',
  pending: '결제 기다림',
  expired: '결제 안 함',
  paid: '결제함',
  refunded: '환불',
  owner: '소유자',
  editor: '편성',
  support: '고객 지원',
  active: '사용 중',
  invited: '초대함',
  ...PLATFORM_LABELS,
  spoiler: '줄거리 노출',
  abuse: '욕설·비방',
  sexual: '선정적',
  spam: '광고·도배',
  other: '그 밖',
};

export const nameOf = (code: string | null): string | null => (code === null ? null : (NAMES[code] ?? code));

/** An instant of an answer as a spreadsheet reads it: `2026-11-28 23:00`, in Korea. */
export const timeCell = (at: string | null): string | null => (at === null ? null : koreanMinute(new Date(at)));
