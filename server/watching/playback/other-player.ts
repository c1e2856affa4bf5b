import { deviceLabel } from '#server/accounts/index.ts';
import type { Connection } from '#server/db/open.ts';
import { fail } from '#server/lib/fail.ts';
import { findOtherPlayer, type OtherPlayer, type PlayLogKey } from './store.ts';

/** Korean particles such as 이/가 depend on the last syllable; these sentences avoid them. */
function otherPlayerSentence(other: OtherPlayer): string {
  const device = deviceLabel(other);
  return other.profile_name === null
    ? `${device}에서 재생을 시작해서 여기서는 멈췄어요.`
    : `${device}에서 ${other.profile_name} 님이 재생 중이에요.`;
}

/** @throws PLAYBACK_DEACTIVATED, naming the device that took over if there is one. */
export async function failForOtherPlayer(db: Connection, key: PlayLogKey & { now: Date }): Promise<never> {
  const other = await findOtherPlayer(db, key);
  return fail('PLAYBACK_DEACTIVATED', other && { message: otherPlayerSentence(other) });
}
