import type { PlatformName } from '#contract/accounts.ts';
import type { DeviceSession } from '#contract/device-sessions.ts';

const PLATFORMS: Record<PlatformName, string> = { tizen: '삼성 TV', webos: 'LG TV', web: '웹 브라우저' };

/** The name of a device as viewers see it. */
export const deviceName = ({ platform, name, model }: DeviceSession['device']): string => {
  const own = name ?? model;
  return own === null ? PLATFORMS[platform] : `${own} (${PLATFORMS[platform]})`;
};

/** The day of an instant in the television's time zone: `"11월 20일"`. */
export function sinceLabel(instant: string): string {
  const date = new Date(instant);
  return `${date.getMonth() + 1}월 ${date.getDate()}일`;
}
