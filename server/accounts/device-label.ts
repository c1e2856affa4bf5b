import type { Device } from '#contract/accounts.ts';
import { PLATFORM_LABELS } from '#contract/platforms.ts';
import { plainName } from '../lib/plain-name.ts';

interface Named {
  platform: Device['platform'];
  name?: string | null | undefined;
  model?: string | null | undefined;
}

const ownName = ({ name, model }: Named) => plainName(name ?? '') ?? plainName(model ?? '');

/** The name viewers know a device by: its own name, else its model, else its platform. */
export const deviceLabel = (device: Named): string => ownName(device) ?? PLATFORM_LABELS[device.platform];

/** The same with the platform, which a name cannot fake: `안방 TV (LG TV)`. */
export function describeDevice(device: Named): string {
  const own = ownName(device);
  const kind = PLATFORM_LABELS[device.platform];
  return own === undefined ? kind : `${own} (${kind})`;
}
