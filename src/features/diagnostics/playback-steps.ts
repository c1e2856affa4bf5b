import { clockLabel } from '#src/lib/clock-labels.ts';
import type { ChronicleEntry, PlaybackErrorKind, PlaybackState } from '#src/player/index.ts';

const STATES: Record<PlaybackState, string> = {
  idle: '쉬는 중',
  loading: '불러오는 중',
  playing: '재생',
  paused: '일시정지',
  buffering: '버퍼링',
  seeking: '이동 중',
  ended: '끝',
  failed: '재생 실패',
};

const ERRORS: Record<PlaybackErrorKind, string> = {
  network: '네트워크',
  'not-found': '파일 없음',
  forbidden: '주소 만료',
  unsupported: '지원하지 않음',
  drm: '보호 방식',
  decode: '디코딩',
  timeout: '시간 초과',
  unknown: '알 수 없음',
};

type AdEnding = Extract<ChronicleEntry, { type: 'ad' }>['ending'];
const AD_ENDINGS: Record<AdEnding, string> = {
  complete: '끝까지 봄',
  skip: '건너뜀',
  error: '오류',
  stopped: '멈춤',
  none: '없음',
};

/** Codes of the server stay untranslated, so that support can look them up. */
const reportAnswer = (answer: string) =>
  answer === 'accepted' ? '받음' : answer === 'unanswered' ? '답 없음' : answer;

/** Maximum number of steps: about two pages of the list. */
const MOST = 12;

/** The text of an entry for telephone support; null for entries that only the export contains. */
function stepText(entry: ChronicleEntry): string | null {
  switch (entry.type) {
    case 'state':
      return `${STATES[entry.state]} · ${clockLabel(entry.positionSeconds)}`;
    case 'seek':
      return `이동 ${clockLabel(entry.fromSeconds)} → ${clockLabel(entry.toSeconds)}`;
    case 'report':
      return `시청 보고 · ${reportAnswer(entry.answer)}`;
    case 'ad':
      return `광고 · ${AD_ENDINGS[entry.ending]}`;
    case 'network':
      return entry.isGone ? '네트워크 끊김' : '네트워크 연결됨';
    case 'quality':
      return entry.height === null ? '화질 자동' : `화질 ${entry.height}p`;
    case 'playback-error':
      return `오류 ${entry.code} · ${ERRORS[entry.kind]}`;
    case 'variant':
      return `화질 전환 ${entry.height}p · ${entry.kilobits}kbit/s`;
    case 'stream':
      return `스트림 ${entry.protocol.toUpperCase()}${entry.isPrepared ? ' · 미리 준비함' : ''}`;
    case 'press':
    case 'load-step':
    case 'phase':
    case 'video':
    case 'ad-break':
    case 'frames':
    case 'visibility':
      return null;
  }
}

/** The last steps of a playback, newest first, each with its time since the start. */
export const playbackSteps = (entries: readonly ChronicleEntry[]): readonly { at: string; text: string }[] =>
  entries
    .flatMap((entry) => {
      const text = stepText(entry);
      return text === null ? [] : [{ at: `${(entry.atMs / 1000).toFixed(1)}초`, text }];
    })
    .slice(-MOST)
    .reverse();
