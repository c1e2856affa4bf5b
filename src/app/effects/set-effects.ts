import type { Platform } from '#platform/platform.ts';
import { startHomeTiles, type HomeTilesParts } from './home-tiles.ts';
import { startVoice, type VoiceParts } from '#src/app/voice/voice-effects.ts';

export type SetEffectsParts = Omit<HomeTilesParts & VoiceParts, 'tiles' | 'voice' | 'session'> & {
  readonly platform: Pick<Platform, 'voice' | 'homeTiles'>;
};

/** Starts the tiles on the set's home and spoken commands, where the set has them. Browsers never load this module. */
export function startSetEffects({ platform: { voice, homeTiles }, ...parts }: SetEffectsParts): void {
  const { session } = parts.stores;
  if (homeTiles) startHomeTiles({ ...parts, session, tiles: homeTiles });
  if (voice) startVoice({ ...parts, voice });
}
