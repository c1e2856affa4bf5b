/** Operators think in the time of the service, wherever their computer is. */
const TIME_ZONE = 'Asia/Seoul';

const dateTime = new Intl.DateTimeFormat('ko-KR', {
  timeZone: TIME_ZONE,
  ...({ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const),
  hourCycle: 'h23',
  weekday: 'short',
});

const partsOf = (at: string) =>
  Object.fromEntries(dateTime.formatToParts(new Date(at)).map(({ type, value }) => [type, value]));

/** `2026-11-28 (토) 23:00` */
export function timeText(at: string): string {
  const { year, month, day, weekday, hour, minute } = partsOf(at);
  return `${year}-${month}-${day} (${weekday}) ${hour}:${minute}`;
}

/** The value of a field for date and time: `2026-11-28T23:00`. */
export function toFieldTime(at: string): string {
  const { year, month, day, hour, minute } = partsOf(at);
  return `${year}-${month}-${day}T${hour}:${minute}`;
}

/** Korea has no daylight saving time. */
export const fromFieldTime = (text: string): string => new Date(`${text}:00+09:00`).toISOString();

/**
 * The instant of a date field; null for an empty one. Fields have no seconds, so an unchanged field gives back the instant
 * that it shows.
 */
export const instantOf = (typed: string, shown: string | null | undefined): string | null =>
  typed === '' ? null : shown && toFieldTime(shown) === typed ? shown : fromFieldTime(typed);

/** `3분 전`, `2시간 뒤`; `now` makes it testable. */
export function distanceText(at: string, now: number = Date.now()): string {
  const seconds = Math.round((new Date(at).getTime() - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 45) return seconds > 0 ? '곧' : '방금';
  const [count, unit] =
    size < 3600
      ? [Math.round(size / 60), '분']
      : size < 86_400
        ? [Math.round(size / 3600), '시간']
        : [Math.round(size / 86_400), '일'];
  return `${count}${unit} ${seconds > 0 ? '뒤' : '전'}`;
}

/** `10초마다`, `5분마다` */
export function periodText(seconds: number): string {
  const [count, unit] =
    seconds % 3600 === 0 ? [seconds / 3600, '시간'] : seconds % 60 === 0 ? [seconds / 60, '분'] : [seconds, '초'];
  return `${count}${unit}마다`;
}

export function bytesText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = bytes === 0 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const value = bytes / 2 ** (10 * step);
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${units[step]}`;
}

export const countText = (count: number): string => count.toLocaleString('ko-KR');
