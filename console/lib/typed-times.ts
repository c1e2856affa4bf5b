// The numbers of a day, or of a day and a time, separated by anything but digits.
const DAY = /^\D*(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D*$/;
const TIME = /^\D*(\d{4})\D+(\d{1,2})\D+(\d{1,2})\D+(\d{1,2})\D+(\d{1,2})\D*$/;
const AFTERNOON = /오후|pm/i;
const MORNING = /오전|am/i;

const two = (number: number) => String(number).padStart(2, '0');

/** `2026-11-28` from `2026-11-28`, `2026. 11. 28.` or `2026년 11월 28일`; null if the text is not a day. */
export function readDay(text: string): string | null {
  const [year, month, day] = (DAY.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal ? `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}` : null;
}

/** `2026-11-28T18:44` from a day and a time. Without a time, midnight; null if the text is neither. */
export function readTime(text: string): string | null {
  const parts = TIME.exec(text);
  if (parts === null) {
    const day = readDay(text);
    return day === null ? null : `${day}T00:00`;
  }
  const [year, month, dayOfMonth, hour, minute] = parts.slice(1);
  const day = readDay(`${year}-${month}-${dayOfMonth}`);
  const isHalfDay = AFTERNOON.test(text) || MORNING.test(text);
  const hours = isHalfDay && (Number(hour) > 12 || Number(hour) < 1) ? NaN : Number(hour);
  const ofDay = !isHalfDay ? hours : (hours % 12) + (AFTERNOON.test(text) ? 12 : 0);
  return day !== null && ofDay < 24 && Number(minute) < 60 ? `${day}T${two(ofDay)}:${two(Number(minute))}` : null;
}
