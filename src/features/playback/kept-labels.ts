import { ApiError } from '#src/api/api-error.ts';
import { remainingUntil } from '#src/lib/use-remaining-label.ts';
import { PlaybackError, type KeepOutcome, type KeptEpisode } from '#src/player/index.ts';

/** `"저장 중 42%"`, `"저장됨"`. */
export function keptStateLabel({ state, part }: Pick<KeptEpisode, 'state' | 'part'>): string {
  switch (state) {
    case 'storing':
      return `저장 중 ${Math.floor(part * 100)}%`;
    case 'kept':
      return '저장됨';
    case 'expired':
      return '기간 끝남';
  }
}

/** The same for the voice guide, without what counts on: it would be read out with every hundredth. */
export const keptStateName = ({ state }: Pick<KeptEpisode, 'state'>): string =>
  state === 'storing' ? '저장 중' : keptStateLabel({ state, part: 1 });

/** What is said under a kept episode. */
export function keptDetail(kept: Pick<KeptEpisode, 'state' | 'part' | 'expiresAt'>, nowMs: number): string {
  if (kept.state === 'kept' && kept.expiresAt !== null) return remainingUntil(kept.expiresAt, nowMs);
  return kept.state === 'expired' ? '볼 수 있는 기간이 끝났어요' : keptStateLabel(kept);
}

/** What the viewer is told of the wish to keep an episode; null where they know already. */
export function keepOutcomeText(outcome: KeepOutcome, name: string): string | null {
  switch (outcome.type) {
    case 'kept':
      return `${name} 저장을 마쳤어요. 보관함에서 네트워크 없이도 볼 수 있어요.`;
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
