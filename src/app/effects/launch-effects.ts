import { readDeepLink } from '#contract/rules/deep-link.ts';
import type { LaunchRequests, Unsubscribe } from '#platform/platform.ts';
import type { Navigation } from '#src/app/visits/navigation.ts';
import { findRoute, paths } from '#src/app/visits/paths.ts';

/**
 * Opens the link with which the television's home or search started the app, above the current screen, to which Back
 * returns. It replaces a playback, which ends its play log when it closes. An invalid link changes nothing.
 *
 * @param onLeave called before it replaces a screen that the viewer's keys may have requested
 */
export function startLaunchEffects(
  { first, subscribe }: LaunchRequests,
  navigation: Navigation,
  onLeave: () => void,
): Unsubscribe {
  const follow = (text: string) => {
    const link = readDeepLink(text);
    if (!link) return;
    const path = 'item' in link ? paths.item.to(link.item) : paths.play.to(link.episode);
    const now = navigation.visit().path;
    if (path === now) return;
    onLeave();
    if (findRoute(now)?.name === 'play') navigation.replace(path);
    else navigation.open(path);
  };
  const text = first();
  // After a reload, the page is already at the link.
  if (text !== null && navigation.visit().path === paths.home.to()) follow(text);
  return subscribe(follow);
}
