import { ApiError } from '#src/api/client/api-error.ts';
import { remainingUntil } from '#src/lib/use-remaining-label.ts';
import { PlaybackError, type DownloadOutcome, type OfflineEpisode } from '#src/player/index.ts';

/** `"저장 중 42%"`, `"저장됨"`. */
export function offlineStateLabel({ state, part }: Pick<OfflineEpisode, 'state' | 'part'>): string {
  switch (state) {
    case 'downloading':
      return `저장 중 ${Math.floor(part * 100)}%`;
    case 'downloaded':
      return '저장됨';
    case 'expired':
      return '기간 끝남';
  }
}

/** The same for the voice guide, without the percentage, which it would repeat with every step. */
export const offlineStateName = ({ state }: Pick<OfflineEpisode, 'state'>): string =>
  state === 'downloading' ? '저장 중' : offlineStateLabel({ state, part: 1 });

/** Caption of a downloaded episode. */
export function offlineDetail(offline: Pick<OfflineEpisode, 'state' | 'part' | 'expiresAt'>, nowMs: number): string {
  if (offline.state === 'downloaded' && offline.expiresAt !== null) return remainingUntil(offline.expiresAt, nowMs);
  return offline.state === 'expired' ? '볼 수 있는 기간이 끝났어요' : offlineStateLabel(offline);
}

/** Toast for the outcome of a download; null when the screen already shows it. */
export function downloadOutcomeText(outcome: DownloadOutcome, name: string): string | null {
  switch (outcome.type) {
    case 'downloaded':
      return `${name} 저장을 마쳤어요. 보관함에서 네트워크 없이도 볼 수 있어요.`;
    case 'already-downloaded':
      return '이미 저장한 영상이에요.';
    case 'cancelled':
      return null;
    case 'no-space':
      return '저장 공간이 부족해요. 저장한 영상을 지우고 다시 시도해 주세요.';
    case 'protected':
      return '보호된 영상이라 저장할 수 없어요. 네트워크에 연결해서 봐 주세요.';
    case 'failed':
      if (outcome.error instanceof PlaybackError && outcome.error.kind === 'unsupported')
        return '이 브라우저에는 영상을 저장할 수 없어요.';
      return outcome.error instanceof ApiError
        ? `저장하지 못했어요. ${outcome.error.message}`
        : '저장하지 못했어요. 연결을 확인하고 다시 시도해 주세요.';
  }
}
