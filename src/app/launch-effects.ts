import { readDeepLink } from '#contract/rules/deep-link.ts';
import type { LaunchRequests, Unsubscribe } from '#platform/platform.ts';
import type { Navigation } from './navigation.ts';
import { paths } from './paths.ts';

const isPlaying = (path: string) => path.startsWith(paths.play.to(0).slice(0, -1));

/**
 * Opens what the television's home or search started the app for, above the screen that is there, so that Back leads to
 * it. What plays gives way: the player ends its play log when it goes. A link that is none changes nothing.
 */
export function startLaunchEffects({ first, subscribe }: LaunchRequests, navigation: Navigation): Unsubscribe {
  const follow = (text: string) => {
    const link = readDeepLink(text);
    if (!link) return;
    const path = 'item' in link ? paths.item.to(link.item) : paths.play.to(link.episode);
    const now = navigation.visit().path;
    if (path === now) return;
    if (isPlaying(now)) navigation.replace(path);
    else navigation.open(path);
  };
  const text = first();
  // A page that was loaded again in between is already there.
  if (text !== null && navigation.visit().path === paths.home.to()) follow(text);
  return subscribe(follow);
}
