const HMS = /^(\d{2,}):([0-5]\d):([0-5]\d)$/;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Seconds as the `HH:MM:SS` text of a play-log report; hours may pass 99. A part of a second is dropped.
 * @throws RangeError when `seconds` is negative, not finite, or too large to be exact.
 */
export function toHms(seconds: number): string {
  const whole = Math.floor(seconds);
  if (!Number.isSafeInteger(whole) || whole < 0) throw new RangeError(`not a length of time: ${seconds}`);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(twoDigits).join(':');
}

/**
 * Whole seconds of an `HH:MM:SS` text.
 * @throws RangeError when the text has another form.
 */
export function fromHms(text: string): number {
  const parts = HMS.exec(text);
  const seconds = parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : NaN;
  if (!Number.isSafeInteger(seconds)) throw new RangeError(`not HH:MM:SS: ${text}`);
  return seconds;
}
