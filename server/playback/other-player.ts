import type { PlatformName } from '#contract/accounts.ts';
import { deviceLabel } from '../accounts/device-label.ts';

/** The device that a play log gave way to, and who is watching there now, if anybody is. */
export interface OtherPlayer {
  platform: PlatformName;
  name: string | null;
  model: string | null;
  profile_name: string | null;
}

/** The last syllable decides between 이 and 가 and the like; none of these sentences needs one. */
export function otherPlayerSentence(other: OtherPlayer): string {
  const device = deviceLabel(other);
  return other.profile_name === null
    ? `${device}에서 재생을 시작해서 여기서는 멈췄어요.`
    : `${device}에서 ${other.profile_name} 님이 재생 중이에요.`;
}
