import type { ViewingStep } from '#contract/console/viewing.ts';
import { DAY_MS } from '#server/lib/korean-days.ts';
import { koreanDate } from '#server/lib/korean-time.ts';

/** Steps that are shown. */
const COUNTS: Readonly<Record<ViewingStep, number>> = { day: 28, week: 26, month: 12 };

/** Noon, so that no time zone moves it to another day. */
const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
const dayOf = (noonMs: number) => new Date(noonMs).toISOString().slice(0, 10);

/** First day of the step in which a day is; weeks begin on Monday. */
export function stepOf(day: string, step: ViewingStep): string {
  if (step === 'day') return day;
  if (step === 'month') return `${day.slice(0, 7)}-01`;
  const noon = noonOf(day);
  return dayOf(noon - ((new Date(noon).getUTCDay() + 6) % 7) * DAY_MS);
}

/** First days of the steps up to now, the oldest first; the last one is unfinished. */
export function stepsUntil(now: Date, step: ViewingStep): string[] {
  const steps: string[] = [];
  for (let day = stepOf(koreanDate(now), step); steps.length < COUNTS[step];) {
    steps.unshift(day);
    day = stepOf(dayOf(noonOf(day) - DAY_MS), step);
  }
  return steps;
}
