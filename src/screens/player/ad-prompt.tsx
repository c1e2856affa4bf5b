import { useReadable } from '#src/features/playback/use-playback-session.ts';
import { useFocusLeaf } from '#src/focus/index.ts';
import type { PlaybackSession, ShownBreak } from '#src/player/index.ts';
import { promptKey } from './player-keys.ts';
import styles from './ad-prompt.module.css';

export interface AdPromptProps {
  readonly session: PlaybackSession;
}

const countdownOf = ({ place, count, ad }: ShownBreak) =>
  ad ? `광고 ${place}/${count} · ${ad.secondsLeft}초` : `광고 ${place}/${count}`;

function skipLabel({ ad }: ShownBreak): string {
  if (!ad || ad.skipInSeconds === null) return '광고가 끝나면 이어서 재생돼요';
  return ad.skipInSeconds === 0 ? '건너뛰기' : `${ad.skipInSeconds}초 뒤 건너뛰기`;
}

/** Over an advertisement: how long it takes, and when OK skips it. It has the focus, for nothing else can be pressed. */
export function AdPrompt({ session }: AdPromptProps) {
  const shown = useReadable(session.adBreak);
  const focusProps = useFocusLeaf({
    focusKey: promptKey,
    onPress: session.skipAd,
    onArrow: () => true,
    isPlaceSaid: false,
  });
  if (!shown) return null;
  const canSkip = shown.ad?.skipInSeconds === 0;
  return (
    <div className={styles.place}>
      <p className={styles.countdown}>{countdownOf(shown)}</p>
      {/* The name does not count down: it would be read out every second. */}
      <div
        {...focusProps}
        role="button"
        aria-label={canSkip ? '광고 건너뛰기' : '광고'}
        aria-disabled={!canSkip}
        className={`${styles.skip} ${canSkip ? styles.ready : ''}`}
      >
        {skipLabel(shown)}
      </div>
    </div>
  );
}
