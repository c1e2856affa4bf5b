import type { ItemSummary } from '#contract/catalogue.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { playbackErrorText, refusalText } from '#src/features/playback/playback-failure.ts';
import { useReadable } from '#src/features/playback/use-playback.ts';
import { OfflineVideoOver, type Playback, type ShownPrompt } from '#src/player/index.ts';
import { Button } from '#src/ui/button.tsx';
import { Dialog } from '#src/ui/dialog/dialog.tsx';
import { AfterLast } from './after-last.tsx';
import { WatchTimeOver } from './watch-time-over.tsx';
import { SleepNotice } from './sleep-notice.tsx';

/** The viewer's text for a failure, and whether a retry can help. */
function failureText(playback: Playback): { title?: string; text: string; canRetry: boolean } {
  const { phase, refusal } = playback.getState();
  const { error } = playback.machine.getState();
  if (phase === 'refused' || refusal instanceof OfflineVideoOver) return refusalText(refusal);
  if ((phase === 'open' || phase === 'revalidating') && error)
    return { text: playbackErrorText(error.kind), canRetry: true };
  return { text: '재생을 이어 가지 못했어요. 다시 시도해 주세요.', canRetry: true };
}

/** The server names the device and the profile, as in "거실 TV에서 민수 님이 재생 중이에요." */
function takenOverText(playback: Playback): { title: string; text: string } {
  const { phase, refusal } = playback.getState();
  if (phase === 'superseded')
    return {
      title: '다른 창에서 재생하고 있어요',
      text: '여기서 보면 그 창의 재생이 멈추고, 보던 곳부터 이어져요.',
    };
  const who = refusal instanceof Error && errorCodeOf(refusal) ? refusal.message : '';
  return {
    title: '다른 기기에서 재생하고 있어요',
    text: `${who} 여기서 보면 그 기기의 재생이 멈추고, 보던 곳부터 이어져요.`,
  };
}

const NEXT_GONE = '다음 화를 지금은 볼 수 없어요';

export interface PlayerNoticeProps {
  readonly kind: ShownPrompt['kind'];
  readonly playback: Playback;
  readonly hasNext: boolean;
  /** The title whose next episode was gone when it should have started; null otherwise. */
  readonly endedTitle: string | null;
  /** What to watch after the last episode of a title; null where it is not the last, or nothing is known. */
  readonly after: readonly ItemSummary[] | null;
  readonly onOpenItem: (itemId: number) => void;
  readonly onRetry: () => void;
  readonly onReplay: () => void;
  readonly onNext: () => void;
  readonly onStillWatching: () => void;
  readonly onWake: () => void;
  readonly onLeave: () => void;
}

/** Dialogs of the player. */
export function PlayerNotice(props: PlayerNoticeProps) {
  const { kind, playback, hasNext, endedTitle, after, onOpenItem } = props;
  const { onRetry, onReplay, onNext, onStillWatching, onWake, onLeave } = props;
  useReadable(playback);
  useReadable(playback.machine);
  const leave = () => {
    onLeave();
    return true;
  };
  switch (kind) {
    case 'kick':
      return (
        <Dialog
          key="kicked"
          focusKey="kicked"
          {...takenOverText(playback)}
          preferredKey="kicked/take-over"
          onBack={leave}
        >
          <Button focusKey="kicked/take-over" label="여기서 보기" isPrimary onPress={onRetry} />
          <Button focusKey="kicked/leave" label="나가기" onPress={onLeave} />
        </Dialog>
      );
    case 'ended':
      return after ? (
        <AfterLast items={after} onOpen={onOpenItem} onReplay={onReplay} onLeave={onLeave} />
      ) : (
        <Dialog
          key="ended"
          focusKey="ended"
          {...(endedTitle === null ? { title: '끝까지 봤어요' } : { title: NEXT_GONE, text: endedTitle })}
          preferredKey={hasNext ? 'ended/next' : 'ended/leave'}
          onBack={leave}
        >
          {hasNext && <Button focusKey="ended/next" label="다음 화" icon="play" isPrimary onPress={onNext} />}
          <Button focusKey="ended/again" label="처음부터" icon="retry" onPress={onReplay} />
          <Button focusKey="ended/leave" label="나가기" onPress={onLeave} />
        </Dialog>
      );
    case 'sleep':
      return <SleepNotice onWake={onWake} />;
    case 'still-watching':
      return (
        <Dialog
          key="still-watching"
          focusKey="still-watching"
          title="아직 보고 계신가요?"
          preferredKey="still-watching/go-on"
          onBack={leave}
        >
          <Button focusKey="still-watching/go-on" label="계속 보기" icon="play" isPrimary onPress={onStillWatching} />
          <Button focusKey="still-watching/leave" label="나가기" onPress={onLeave} />
        </Dialog>
      );
    case 'failure': {
      const { refusal } = playback.getState();
      if (refusal instanceof Error && errorCodeOf(refusal) === 'WATCH_TIME_OVER')
        return <WatchTimeOver text={refusal.message} onMore={onRetry} onLeave={onLeave} />;
      const { title = '재생할 수 없어요', text, canRetry } = failureText(playback);
      return (
        <Dialog
          key="failed"
          focusKey="failed"
          title={title}
          text={text}
          preferredKey={canRetry ? 'failed/retry' : 'failed/leave'}
          onBack={leave}
        >
          {canRetry && <Button focusKey="failed/retry" label="다시 시도" icon="retry" isPrimary onPress={onRetry} />}
          <Button focusKey="failed/leave" label="뒤로" onPress={onLeave} />
        </Dialog>
      );
    }
    // PlayerPrompt renders these.
    case 'network':
    case 'ad':
    case 'next-episode':
    case 'skip-recap':
    case 'skip-opening':
    case 'skip-ending':
    case 'skip-preview':
      return null;
  }
}
