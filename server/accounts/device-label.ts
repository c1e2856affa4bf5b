import type { Device, PlatformName } from '#contract/accounts.ts';

/** What a device is called when nobody named it. */
export const platformLabels: Record<PlatformName, string> = { tizen: '삼성 TV', webos: 'LG TV', web: '웹 브라우저' };

interface Named {
  platform: Device['platform'];
  name?: string | null | undefined;
  model?: string | null | undefined;
}

/** Line breaks, bidirectional overrides and everything else that has no shape, except the joiner inside an emoji. */
const INVISIBLE = /(?:[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]|(?!\u200d)\p{Cf})+/gu;
/** An address that a mail program would turn into a link. */
const ADDRESS = /:\/\/|\bwww\./i;

/**
 * What a device calls itself, safe to show on one line: `undefined` where nothing is left to show. Names in the database
 * may be older than the rule for new ones.
 */
export const shownText = (text: string | null | undefined): string | undefined => {
  const shown = (text ?? '').replace(INVISIBLE, ' ').trim();
  return shown.replaceAll('\u200d', '') === '' || ADDRESS.test(shown) ? undefined : shown;
};

const shownName = ({ name, model }: Named) => shownText(name) ?? shownText(model);

/** What a viewer knows a device by: its own name, else its model, else its kind. */
export const deviceLabel = (device: Named): string => shownName(device) ?? platformLabels[device.platform];

/** The same with its kind, which a name cannot fake: `안방 TV (LG TV)`. */
export function describeDevice(device: Named): string {
  const own = shownName(device);
  const kind = platformLabels[device.platform];
  return own === undefined ? kind : `${own} (${kind})`;
}
