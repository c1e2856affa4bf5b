import type { DeviceSession } from '#contract/device-sessions.ts';
import { platformLabel } from '#contract/platforms.ts';

/** The name of a device as viewers see it. */
export const deviceName = ({ platform, name, model }: DeviceSession['device']): string => {
  const own = name ?? model;
  return own === null ? platformLabel(platform) : `${own} (${platformLabel(platform)})`;
};

/** The day of an instant in the television's time zone: `"11월 20일"`. */
export function sinceLabel(instant: string): string {
  const date = new Date(instant);
  return `${date.getMonth() + 1}월 ${date.getDate()}일`;
}
