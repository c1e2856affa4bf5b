import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';

/** The page's own clock may be a test's. */
const now = performance.now.bind(performance);

/** The calls of this worker without an answer, and when they began. */
const calls = new Map<ClientRequest, number>();

/** Calls that are answered after seconds, because they wait for a phone. */
const WAITS = /^\/api\/inputs\//;

/** An answer takes a few ms; one that takes this long comes from a busy machine. */
const SLOW_MS = 250;
let lastSlowAt = -Infinity;

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (WAITS.test(request.path)) return;
  calls.set(request, now());
  request.once('close', () => {
    if (isSlow(request)) lastSlowAt = now();
    calls.delete(request);
  });
});

const isSlow = (request: ClientRequest) => now() - (calls.get(request) ?? Infinity) >= SLOW_MS;

export const callsUnderWay = (): number => calls.size;

/** Whether a call was or is slow since an instant of `performance.now()`. */
export const isServerSlow = (since: number): boolean => lastSlowAt >= since || Array.from(calls.keys()).some(isSlow);
