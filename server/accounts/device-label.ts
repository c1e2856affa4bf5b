import type { Device, PlatformName } from '#contract/accounts.ts';
import { plainName } from '../lib/plain-name.ts';

/** Default names of devices. */
export const platformLabels: Record<PlatformName, string> = { tizen: '삼성 TV', webos: 'LG TV', web: '웹 브라우저' };

interface Named {
  platform: Device['platform'];
  name?: string | null | undefined;
  model?: string | null | undefined;
}

const ownName = ({ name, model }: Named) => plainName(name ?? '') ?? plainName(model ?? '');

/** The name viewers know a device by: its own name, else its model, else its platform. */
export const deviceLabel = (device: Named): string => ownName(device) ?? platformLabels[device.platform];

/** The same with the platform, which a name cannot fake: `안방 TV (LG TV)`. */
export function describeDevice(device: Named): string {
  const own = ownName(device);
  const kind = platformLabels[device.platform];
  return own === undefined ? kind : `${own} (${kind})`;
}
