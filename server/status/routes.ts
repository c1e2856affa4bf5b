import { getStatus } from '#contract/status.ts';
import type { Mount } from '../http/mount.ts';
import type { Clock } from '../lib/clock.ts';

/** The oldest app that still understands this server, by platform. Raised when a call changes its meaning. */
const minVersion = { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' };

export function mountStatus(mount: Mount, clock: Clock): void {
  mount(getStatus, () => ({
    status: 'ok' as const,
    message: '',
    server_time: clock.now().toISOString(),
    min_version: minVersion,
  }));
}
