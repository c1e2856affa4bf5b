import { clockLabel } from '#src/lib/labels.ts';
import type { ChronicleEntry, PlaybackState } from '#src/player/index.ts';

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

/** Steps shown: about two pages of the list. */
const MOST = 12;

/** What an entry of the chronicle says to who helps on the telephone; null for what only the file needs. */
function stepText(entry: ChronicleEntry): string | null {
  switch (entry.type) {
    case 'state':
      return `${STATES[entry.state]} · ${clockLabel(entry.positionSeconds)}`;
    case 'seek':
      return `이동 ${clockLabel(entry.fromSeconds)} → ${clockLabel(entry.toSeconds)}`;
    case 'report':
      return `시청 보고 · ${entry.answer}`;
    case 'ad':
      return `광고 · ${entry.ending}`;
    case 'network':
      return entry.isGone ? '네트워크 끊김' : '네트워크 연결됨';
    case 'quality':
      return entry.height === null ? '화질 자동' : `화질 ${entry.height}p`;
    case 'playback-error':
      return `오류 ${entry.code} · ${entry.kind}`;
    case 'variant':
      return `화질 전환 ${entry.height}p · ${entry.kilobits}kbit/s`;
    case 'stream':
      return `스트림 ${entry.protocol}`;
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
