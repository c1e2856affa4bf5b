import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import type { WeekTitle } from '#contract/week.ts';
import {
  FocusGroup,
  useFocusEngine,
  useFocusIn,
  useFocusLeaf,
  useVisitState,
  type VisitMemory,
} from '#src/focus/index.ts';
import type { Direction } from '#src/focus/index.ts';
import { useNow } from '#src/lib/use-now.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useSettings } from '#src/stores/stores-context.ts';
import { WeekCard } from './week-card.tsx';
import {
  drawnRows,
  emptyKey,
  isVisible,
  nextToCome,
  scrollTo,
  viewOf,
  type Place,
  type WeekDay,
  type WeekScroll,
} from './week.ts';
import styles from './week.module.css';

const NAMES = ['일', '월', '화', '수', '목', '금', '토'];
const dayName = ({ weekday, isToday }: WeekDay) => `${isToday ? '오늘 ' : ''}${NAMES[weekday]}요일`;

const WEEK_KEY = 'weekday/week';
const dayKey = ({ weekday }: WeekDay) => `weekday/${weekday}`;

export interface WeekColumnsProps {
  readonly visit: VisitMemory;
  readonly days: readonly WeekDay[];
  readonly titles: readonly WeekTitle[];
  /** Key of the entry that has the focus first. */
  readonly firstKey: string;
  readonly onOpenItem: (itemId: number) => void;
  readonly onPlayItem: (item: WeekTitle['item']) => void;
}

/** Where each focus key is. */
function placesIn(days: readonly WeekDay[]): ReadonlyMap<string, Place> {
  return new Map(
    days.flatMap(({ weekday, entries }, day) => [
      [emptyKey(weekday), { day, row: 0 }] as const,
      ...entries.map(({ key }, row) => [key, { day, row }] as const),
    ]),
  );
}

/** Seven days side by side; arrows go from day to day in the same row. They scroll together, as a calendar does. */
export function WeekColumns({ visit, days, titles, firstKey, onOpenItem, onPlayItem }: WeekColumnsProps) {
  const engine = useFocusEngine();
  const letters = useSettings(({ settings }) => settings.letters);
  const view = useMemo(() => viewOf(letters, days), [letters, days]);
  const places = useMemo(() => placesIn(days), [days]);
  const [scroll, setScroll] = useVisitState<WeekScroll>(
    visit,
    'scroll',
    scrollTo(places.get(visit.focusKey ?? '') ?? places.get(firstKey) ?? { day: 0, row: 0 }, days, view),
  );
  // Also where nothing has scrolled yet: Back finds what the pointer opened where it was.
  useEffect(() => void visit.values.set('scroll', scroll), [visit, scroll]);
  const grid = useRef<HTMLDivElement>(null);
  useFocusIn(grid, (part) => {
    const place = places.get((part as HTMLElement).dataset['focusKey'] ?? '');
    if (!place || (engine.isPointing() && isVisible(place, scroll, view))) return;
    const next = scrollTo(place, days, view);
    if (next.left !== scroll.left || next.top !== scroll.top) setScroll(next);
  });
  useWheel(grid, days, places);

  const now = useNow(useClock(), 10_000);
  const first = nextToCome(titles, now);
  const x = `calc(var(--day) * ${-scroll.left})`;
  return (
    <div className={`${styles.week} ${view.isHigh ? styles.high : ''}`}>
      <div className={styles.heads} style={{ transform: `translate3d(${x}, 0, 0)` }} aria-hidden="true">
        {days.map((day, index) => (
          <p
            key={day.weekday}
            className={`${styles.head} ${day.isToday ? styles.today : ''}`}
            style={{ left: `calc(var(--day) * ${index})` }}
          >
            {day.isToday ? `오늘 · ${NAMES[day.weekday]}` : NAMES[day.weekday]}
            <span className={styles.date}>{day.date}</span>
          </p>
        ))}
      </div>
      <div className={styles.view}>
        <div
          ref={grid}
          className={styles.track}
          style={{ transform: `translate3d(${x}, calc(var(--line) * ${-scroll.top}), 0)` }}
        >
          <FocusGroup focusKey={WEEK_KEY} axis="row" keepsColumn>
            {days.map((day, index) => {
              const [from, to] = drawnRows(day.entries.length, scroll, view);
              return (
                <div
                  key={day.weekday}
                  className={`${styles.day} ${day.isToday ? styles.todayColumn : ''}`}
                  style={{ left: `calc(var(--day) * ${index})` }}
                >
                  {day.isToday && <NowLine day={day} now={now} />}
                  <FocusGroup focusKey={dayKey(day)} axis="column" role="group" label={dayName(day)}>
                    {day.entries.length === 0 && <EmptyDay day={day} />}
                    {day.entries.slice(from, to).map((entry, at) => (
                      <WeekCard
                        key={entry.key}
                        entry={entry}
                        dayName={dayName(day)}
                        ordinal={`${day.entries.length}개 중 ${from + at + 1}번째`}
                        row={from + at}
                        isHigh={view.isHigh}
                        isFirst={entry.kind === 'next' && entry.title === first?.title}
                        onOpen={() => onOpenItem(entry.title.item.id)}
                        onPlay={() => onPlayItem(entry.title.item)}
                      />
                    ))}
                  </FocusGroup>
                </div>
              );
            })}
          </FocusGroup>
        </div>
      </div>
    </div>
  );
}

/** A day without titles can be focused too: every day can be read, and the screen always has a focus. */
function EmptyDay({ day }: { day: WeekDay }) {
  const focusProps = useFocusLeaf({ focusKey: emptyKey(day.weekday), isOrdinalSaid: false });
  return (
    <div {...focusProps} role="note" aria-label={`${dayName(day)}, 공개가 없어요`} className={styles.empty}>
      공개가 없어요
    </div>
  );
}

/** Between what came out today and what will. */
function NowLine({ day, now }: { day: WeekDay; now: number }) {
  const out = day.entries.filter(({ at }) => at !== null && at <= now).length;
  const isBetween = out > 0 && day.entries.some(({ at }) => at !== null && at > now);
  return isBetween ? <div className={styles.now} style={{ top: `calc(var(--line) * ${out} - 0.5rem)` }} /> : null;
}

/** The wheel moves the focus along its day, or from day to day. */
function useWheel(
  grid: React.RefObject<HTMLDivElement | null>,
  days: readonly WeekDay[],
  places: ReadonlyMap<string, Place>,
) {
  const engine = useFocusEngine();
  const latest = useRef({ days, places });
  useEffect(() => {
    latest.current = { days, places };
  }, [days, places]);
  useLayoutEffect(() => {
    const element = grid.current?.parentElement;
    if (!element) return;
    return engine.addWheel({
      key: WEEK_KEY,
      element,
      turn(direction) {
        const key = (document.activeElement as HTMLElement | null)?.dataset['focusKey'] ?? '';
        const next = keyBeside(latest.current.days, latest.current.places.get(key), direction);
        if (next !== undefined) engine.focus(next);
      },
    });
  }, [engine, grid]);
}

function keyBeside(days: readonly WeekDay[], place: Place | undefined, direction: Direction): string | undefined {
  if (!place) return undefined;
  const isAlong = direction === 'up' || direction === 'down';
  const step = direction === 'up' || direction === 'left' ? -1 : 1;
  const day = days[isAlong ? place.day : place.day + step];
  if (!day) return undefined;
  if (isAlong) return day.entries[place.row + step]?.key;
  return day.entries[Math.min(place.row, day.entries.length - 1)]?.key ?? emptyKey(day.weekday);
}
