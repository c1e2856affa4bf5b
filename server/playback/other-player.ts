import type { PlatformName } from '#contract/accounts.ts';
import { deviceLabel } from '../accounts/device-label.ts';
import type { Connection } from '../db/open.ts';
import { fail } from '../lib/fail.ts';
import { findOtherPlayer, type PlayLogKey } from './store.ts';

/** The device that a play log gave way to, and who is watching there now, if anybody is. */
export interface OtherPlayer {
  platform: PlatformName;
  name: string | null;
  model: string | null;
  profile_name: string | null;
}

/** The last syllable decides between 이 and 가 and the like; none of these sentences needs one. */
function otherPlayerSentence(other: OtherPlayer): string {
  const device = deviceLabel(other);
  return other.profile_name === null
    ? `${device}에서 재생을 시작해서 여기서는 멈췄어요.`
    : `${device}에서 ${other.profile_name} 님이 재생 중이에요.`;
}

/** @throws PLAYBACK_DEACTIVATED, which names the device that plays instead, where one does. */
export async function failForOtherPlayer(db: Connection, key: PlayLogKey & { now: Date }): Promise<never> {
  const other = await findOtherPlayer(db, key);
  return fail('PLAYBACK_DEACTIVATED', other && { message: otherPlayerSentence(other) });
}
