/** How long a failed call's answer asks to wait, in ms; 0 when it does not say. */
export function retryAfterMs(error: unknown): number {
  return ((error as { retryAfterSeconds?: number } | null | undefined)?.retryAfterSeconds ?? 0) * 1000;
}
