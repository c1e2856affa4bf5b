import type { DeviceLink } from '#contract/devices.ts';
import { plainName } from '#server/lib/plain-name.ts';
import type { DeviceAuthorizationRow } from '#server/db/tables.ts';

/** Formats a code for viewers: `ABCD-1234`. */
export const presentUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

export function presentDeviceLink(row: DeviceAuthorizationRow): DeviceLink {
  const [model, name] = [plainName(row.model ?? ''), plainName(row.name ?? '')];
  return {
    user_code: presentUserCode(row.user_code),
    device: {
      platform: row.platform,
      ...(model !== undefined && { model }),
      ...(name !== undefined && { name }),
    },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    state: row.state === 'used' ? 'approved' : row.state,
  };
}
