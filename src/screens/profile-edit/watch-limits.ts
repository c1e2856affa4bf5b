import type { Profile } from '#contract/profiles.ts';
import type { Choice } from '#src/ui/dialog/choice-dialog.tsx';

/** `"1시간 30분"` */
const durationLabel = (minutes: number) => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? `${hours}시간` : '', rest > 0 ? `${rest}분` : ''].filter(Boolean).join(' ');
};

const DAILY_MINUTES = [30, 60, 90, 120, 180, 240];

export const dailyMinutesLabel = (minutes: number | null): string =>
  minutes === null ? '제한 없음' : `하루 ${durationLabel(minutes)}`;

/** Also has the current value, which another app may have set. */
export const dailyChoices = (current: number | null): Choice<number | null>[] =>
  [null, ...new Set([...DAILY_MINUTES, ...(current === null ? [] : [current])])]
    .sort((one, other) => (one ?? 0) - (other ?? 0))
    .map((value) => ({ value, label: dailyMinutesLabel(value) }));

type Bedtime = NonNullable<Profile['bedtime']>;

/** `"21:30"` as `"오후 9시 30분"`: the voice guide reads digits with a colon as it likes. */
export function timeLabel(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return [hour < 12 ? '오전' : '오후', `${hour % 12 || 12}시`, minute > 0 && `${minute}분`].filter(Boolean).join(' ');
}

export const bedtimeLabel = (bedtime: Bedtime | null): string =>
  bedtime === null ? '사용 안 함' : `${timeLabel(bedtime.from)} ~ ${timeLabel(bedtime.to)}`;

/** `"21:30"`: half hours from one to the other. */
const halfHours = (from: number, to: number) =>
  Array.from({ length: (to - from) * 2 + 1 }, (_, index) => {
    const hour = String(from + Math.floor(index / 2)).padStart(2, '0');
    return `${hour}:${index % 2 === 0 ? '00' : '30'}`;
  });

const choicesOf = (times: readonly string[], current: string | undefined): Choice<string>[] =>
  [...new Set([...times, ...(current === undefined ? [] : [current])])]
    .sort()
    .map((value) => ({ value, label: timeLabel(value) }));

/** Start of the bedtime; empty for no bedtime. */
export const bedtimeFromChoices = (bedtime: Bedtime | null): Choice<string>[] => [
  { value: '', label: '사용 안 함' },
  ...choicesOf(halfHours(19, 23), bedtime?.from),
];

/** When videos play again. */
export const bedtimeToChoices = (bedtime: Bedtime | null): Choice<string>[] => choicesOf(halfHours(5, 10), bedtime?.to);
