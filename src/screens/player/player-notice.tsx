import { playbackErrorText, refusalText } from '#src/features/playback/playback-failure.ts';
import type { PlaybackSnapshot, SessionPhase } from '#src/player/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog.tsx';

export type Notice =
  | { readonly kind: 'kicked' }
  | { readonly kind: 'ended' }
  | { readonly kind: 'failed'; readonly text: string; readonly canRetry: boolean };

/** What stands between the viewer and the picture now, or null. */
export function noticeOf(
  phase: SessionPhase,
  refusal: unknown,
  { state, error }: Pick<PlaybackSnapshot, 'state' | 'error'>,
): Notice | null {
  switch (phase) {
    case 'refused':
      return { kind: 'failed', ...refusalText(refusal) };
    case 'expired':
      return { kind: 'failed', text: '재생을 이어 가지 못했어요. 다시 시도해 주세요.', canRetry: true };
    case 'kicked':
      return { kind: 'kicked' };
    case 'open':
      if (state === 'failed' && error) return { kind: 'failed', text: playbackErrorText(error.kind), canRetry: true };
      return state === 'ended' ? { kind: 'ended' } : null;
    case 'opening':
    case 'closed':
      return null;
  }
}

export interface PlayerNoticeProps {
  readonly notice: Notice;
  readonly hasNext: boolean;
  readonly onRetry: () => void;
  readonly onReplay: () => void;
  readonly onNext: () => void;
  readonly onLeave: () => void;
}

/** Says what happened and has a button that does something about it. */
export function PlayerNotice({ notice, hasNext, onRetry, onReplay, onNext, onLeave }: PlayerNoticeProps) {
  const leave = () => {
    onLeave();
    return true;
  };
  switch (notice.kind) {
    case 'kicked':
      return (
        <Dialog
          key="kicked"
          focusKey="kicked"
          title="다른 기기에서 재생하고 있어요"
          text="여기서 보면 다른 기기의 재생이 멈춰요. 보던 곳부터 이어져요."
          preferredKey="kicked/take-over"
          onBack={leave}
        >
          <Button focusKey="kicked/take-over" label="여기서 보기" isPrimary onPress={onRetry} />
          <Button focusKey="kicked/leave" label="나가기" onPress={onLeave} />
        </Dialog>
      );
    case 'ended':
      return (
        <Dialog
          key="ended"
          focusKey="ended"
          title="끝까지 봤어요"
          preferredKey={hasNext ? 'ended/next' : 'ended/leave'}
          onBack={leave}
        >
          {hasNext && <Button focusKey="ended/next" label="다음 화" icon="play" isPrimary onPress={onNext} />}
          <Button focusKey="ended/again" label="처음부터" icon="retry" onPress={onReplay} />
          <Button focusKey="ended/leave" label="나가기" onPress={onLeave} />
        </Dialog>
      );
    case 'failed':
      return (
        <Dialog
          key="failed"
          focusKey="failed"
          title="재생할 수 없어요"
          text={notice.text}
          preferredKey={notice.canRetry ? 'failed/retry' : 'failed/leave'}
          onBack={leave}
        >
          {notice.canRetry && (
            <Button focusKey="failed/retry" label="다시 시도" icon="retry" isPrimary onPress={onRetry} />
          )}
          <Button focusKey="failed/leave" label="뒤로" onPress={onLeave} />
        </Dialog>
      );
  }
}
