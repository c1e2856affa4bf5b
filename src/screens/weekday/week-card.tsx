import { useFocusLeaf } from '#src/focus/index.ts';
import { useRelease } from '#src/features/items/use-release.ts';
import { lockLabel } from '#src/lib/title-labels.ts';
import { useNow } from '#src/lib/use-now.ts';
import { useRemainingLabel } from '#src/lib/use-remaining-label.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { Icon } from '#src/ui/icon.tsx';
import { laterIcons } from '#src/ui/later-icons.ts';
import { playKey } from '#src/ui/play-key.ts';
import { LOCK_BADGE } from '#src/ui/tile/lock-badge.tsx';
import { Picture } from '#src/ui/tile/picture.tsx';
import { countdownLabel, entryLine, type WeekEntry } from './week.ts';
import styles from './week.module.css';

export interface WeekCardProps {
  readonly entry: WeekEntry;
  /** `"오늘"`, `"일요일"`. */
  readonly dayName: string;
  readonly ordinal: string;
  readonly row: number;
  /** Whether it has a poster. */
  readonly isHigh: boolean | undefined;
  /** Whether its episode is the next one of all, whose seconds count. */
  readonly isFirst: boolean;
  readonly onOpen: () => void;
  readonly onPlay: () => void;
}

/** Remaining time is on cards within this time, in ms. */
const SOON_MS = 24 * 3600_000;

/** A title on its day: hour, episode, name, and whether the profile follows it. */
export function WeekCard({ entry, dayName, ordinal, row, isHigh, isFirst, onOpen, onPlay }: WeekCardProps) {
  const { item, is_followed: isFollowed } = entry.title;
  const play = playKey(onPlay);
  const state = useEntryState(entry);
  const focusProps = useFocusLeaf({
    focusKey: entry.key,
    onPress: onOpen,
    onKey: (press) => play(0, press),
    isOrdinalSaid: false,
  });
  const words = [
    `${dayName} ${entryLine(entry)}`.trim(),
    item.name,
    state,
    isFollowed ? '내가 보는 작품' : '',
    lockLabel(item),
    ordinal,
  ];
  const badge = item.needs_identity ? LOCK_BADGE : isFirst ? <Counting at={entry.at ?? 0} /> : state;
  return (
    <div
      {...focusProps}
      role="button"
      aria-label={words.filter(Boolean).join(', ')}
      className={styles.card}
      style={{ top: `calc(var(--line) * ${row})` }}
    >
      <Picture src={isHigh ? item.images.poster : item.images.wide} color={item.color} className={styles.art}>
        {badge && <span className={styles.badge}>{badge}</span>}
        {isFollowed && (
          <span className={styles.followed}>
            <Icon name={laterIcons.heartFilled} size={1.5} />
          </span>
        )}
      </Picture>
      <div className={styles.words} aria-hidden="true">
        <p className={styles.hour}>{entryLine(entry)}</p>
        <p className={styles.name}>{item.name}</p>
      </div>
    </div>
  );
}

/** `"5시간 남음"`, `"9화 공개"`, or empty. */
function useEntryState({ title, kind, at }: WeekEntry): string {
  const clock = useClock();
  const { out } = useRelease(title.item);
  const remaining = useRemainingLabel(clock, new Date(at ?? 0).toISOString());
  if (kind !== 'next' || at === null || at - clock.instant() > SOON_MS) return '';
  if (at > clock.instant()) return remaining;
  return out === null ? '곧 공개돼요' : `${out} 공개`;
}

function Counting({ at }: { at: number }) {
  return <span className={styles.digits}>{countdownLabel(at, useNow(useClock(), 1000))}</span>;
}
