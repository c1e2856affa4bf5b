import type { DeviceSession, PlatformName } from '#contract/accounts.ts';

const PLATFORMS: Record<PlatformName, string> = { tizen: '삼성 TV', webos: 'LG TV', web: '웹 브라우저' };

/** A device in the words of a viewer. */
export const deviceName = ({ platform, name, model }: DeviceSession['device']): string => {
  const own = name ?? model;
  return own === null ? PLATFORMS[platform] : `${own} (${PLATFORMS[platform]})`;
};

/** The day of an instant where the television stands: `"11월 20일"`. */
export function sinceLabel(instant: string): string {
  const date = new Date(instant);
  return `${date.getMonth() + 1}월 ${date.getDate()}일`;
}
