const HMS = /^(\d{2,}):([0-5]\d):([0-5]\d)$/;

const twoDigits = (value: number) => String(value).padStart(2, '0');

/**
 * Seconds as the `HH:MM:SS` text of a play-log report; hours may exceed 99. Fractions are dropped.
 * @throws RangeError when `seconds` is negative, not finite, or too large to be exact.
 */
export function toHms(seconds: number): string {
  const whole = Math.floor(seconds);
  if (!Number.isSafeInteger(whole) || whole < 0) throw new RangeError(`not a duration in seconds: ${seconds}`);
  return [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60].map(twoDigits).join(':');
}

/**
 * Parses an `HH:MM:SS` text into whole seconds.
 * @throws RangeError when the text has another form.
 */
export function fromHms(text: string): number {
  const parts = HMS.exec(text);
  const seconds = parts ? Number(parts[1]) * 3600 + Number(parts[2]) * 60 + Number(parts[3]) : NaN;
  if (!Number.isSafeInteger(seconds)) throw new RangeError(`not HH:MM:SS: ${text}`);
  return seconds;
}
