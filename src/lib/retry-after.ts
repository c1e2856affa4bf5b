/** How long a failed call's answer asks to wait, in ms; 0 when it does not say. */
export function retryAfterMs(error: unknown): number {
  const seconds = (error as { retryAfterSeconds?: unknown } | null | undefined)?.retryAfterSeconds;
  return typeof seconds === 'number' ? seconds * 1000 : 0;
}
