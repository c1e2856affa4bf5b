import { AxiosError, type AxiosAdapter, type InternalAxiosRequestConfig } from 'axios';
import type { Clock } from '#src/lib/clock.ts';
import type { Network } from './network.ts';

const pathOf = ({ url = '', params }: InternalAxiosRequestConfig): string => {
  const given = Object.entries((params ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return query === '' ? url : `${url}?${query}`;
};

/**
 * The transport of a set's client: through the network, with the timeout measured by the set's clock.
 *
 * @param address of the household, which the load balancer passes on.
 */
export function createAdapter(network: Network, clock: Clock, address: string, power: AbortSignal): AxiosAdapter {
  return async (config) => {
    const limit = new AbortController();
    let isLate = false;
    const stop = clock.after(config.timeout || Infinity, () => {
      isLate = true;
      limit.abort();
    });
    const signals = [limit.signal, power, ...(config.signal instanceof AbortSignal ? [config.signal] : [])];
    const fail = (message: string, code: string) => new AxiosError(message, code, config);
    // Browsers do the same.
    if (config.data === undefined) config.headers.setContentType(null);
    try {
      const answer = await network.send({
        method: (config.method ?? 'get').toUpperCase(),
        path: pathOf(config),
        headers: { ...(config.headers.toJSON() as Record<string, string>), 'x-forwarded-for': address },
        body: config.data === undefined ? undefined : String(config.data),
        signal: AbortSignal.any(signals),
      });
      return { ...answer, data: answer.body, statusText: '', config, request: {} };
    } catch {
      throw isLate ? fail('too late', 'ECONNABORTED') : fail('no answer', 'ERR_NETWORK');
    } finally {
      stop();
      // A set without power receives no answer.
      if (power.aborted) await new Promise(() => undefined);
    }
  };
}
