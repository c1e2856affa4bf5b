import type { Device, PlatformName } from '#contract/accounts.ts';

/** What a device is called when nobody named it. */
export const platformLabels: Record<PlatformName, string> = { tizen: '삼성 TV', webos: 'LG TV', web: '웹 브라우저' };

/** What a viewer knows a device by: its own name, else its model, else its kind. */
export const deviceLabel = ({
  platform,
  name,
  model,
}: {
  platform: Device['platform'];
  name?: string | null | undefined;
  model?: string | null | undefined;
}): string => name ?? model ?? platformLabels[platform];
