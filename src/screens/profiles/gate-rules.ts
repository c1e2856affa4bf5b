import type { Profile } from '#contract/profiles.ts';

/** The profile that nobody has to be asked about: the only one, without PIN, unless the viewer came to change something. */
export function onlyChoice(
  profiles: readonly Profile[] | undefined,
  { isChanging, isManaging }: { isChanging: boolean; isManaging: boolean },
): Profile | null {
  const only = profiles?.length === 1 ? profiles[0] : undefined;
  return only && !only.has_pin && !isChanging && !isManaging ? only : null;
}

/** Who is suggested: at a start who watched last, and to who comes to change the profile, the next one. */
export function firstChoice(
  profiles: readonly Profile[],
  lastId: string | null,
  isChanging: boolean,
): Profile | undefined {
  const last = profiles.findIndex(({ id }) => id === lastId);
  if (last < 0) return profiles[0];
  return profiles[isChanging ? (last + 1) % profiles.length : last];
}
