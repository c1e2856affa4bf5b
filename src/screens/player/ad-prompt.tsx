import { useReadable } from '#src/features/playback/use-playback.ts';
import { useFocusLeaf } from '#src/focus/index.ts';
import type { Playback, ShownBreak } from '#src/player/index.ts';
import { promptKey } from './player-keys.ts';
import styles from './ad-prompt.module.css';

export interface AdPromptProps {
  readonly playback: Playback;
}

const countdownOf = ({ ordinal, count, ad }: ShownBreak) =>
  ad ? `광고 ${ordinal}/${count} · ${ad.secondsLeft}초` : `광고 ${ordinal}/${count}`;

function skipLabel({ ad }: ShownBreak): string {
  if (!ad || ad.skipInSeconds === null) return '광고가 끝나면 이어서 재생돼요';
  return ad.skipInSeconds === 0 ? '건너뛰기' : `${ad.skipInSeconds}초 뒤 건너뛰기`;
}

/** Countdown and skip button over an advertisement. It has the focus, because nothing else can be pressed. */
export function AdPrompt({ playback }: AdPromptProps) {
  const shown = useReadable(playback.adBreak);
  const focusProps = useFocusLeaf({
    focusKey: promptKey,
    onPress: playback.skipAd,
    onArrow: () => true,
    isOrdinalSaid: false,
  });
  if (!shown) return null;
  const canSkip = shown.ad?.skipInSeconds === 0;
  return (
    <div className={styles.place}>
      <p className={styles.countdown}>{countdownOf(shown)}</p>
      {/* No countdown in the label: the voice guide would read it every second. */}
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
