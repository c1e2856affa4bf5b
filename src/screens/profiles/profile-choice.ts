import type { Profile } from '#contract/profiles.ts';

/** The profile to choose automatically: the only one, without a PIN, unless the viewer switches or manages profiles. */
export function onlyChoice(
  profiles: readonly Profile[] | undefined,
  { isChanging, isManaging }: { isChanging: boolean; isManaging: boolean },
): Profile | null {
  const only = profiles?.length === 1 ? profiles[0] : undefined;
  return only && !only.has_pin && !isChanging && !isManaging ? only : null;
}

/**
 * The suggested profile: at start, the last one; when switching, the next. After a cancelled choice, the one chosen
 * before.
 */
export function firstChoice(
  profiles: readonly Profile[],
  { lastId, isChanging, takenBackId }: { lastId: string | null; isChanging: boolean; takenBackId: string | null },
): Profile | undefined {
  const takenBack = profiles.find(({ id }) => id === takenBackId);
  if (takenBack) return takenBack;
  const last = profiles.findIndex(({ id }) => id === lastId);
  if (last < 0) return profiles[0];
  return profiles[isChanging ? (last + 1) % profiles.length : last];
}
