import type { QueryClient } from '@tanstack/react-query';
import type { Said, Unsubscribe, Voice, VoiceContext } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import { findEpisode } from '#src/features/episodes/use-play-item.ts';
import type { SpokenPlayer } from '#src/features/playback/playback-context.ts';
import type { FocusEngine } from '#src/focus/index.ts';
import type { Readable } from '#src/player/index.ts';
import type { Stores } from '#src/stores/stores-context.ts';
import type { Navigation } from '#src/app/visits/navigation.ts';
import { findRoute, paths, type RouteName } from '#src/app/visits/paths.ts';
import { findShown } from './shown-name.ts';
import { findNamed, understand, type Command } from './understand.ts';

export interface VoiceParts {
  readonly voice: Voice;
  readonly api: Client;
  readonly stores: Stores;
  readonly queryClient: QueryClient;
  readonly navigation: Navigation;
  readonly focus: Pick<FocusEngine, 'forgetOpening'>;
  readonly spoken: Readable<SpokenPlayer | null>;
}

const PLACES: Partial<Record<RouteName, VoiceContext>> = {
  home: 'home',
  play: 'player',
  search: 'search',
  settings: 'settings',
};
/** The search field's limit. */
const LONGEST_SEARCH = 30;

/**
 * Spoken commands. Keys are pressed as on the remote, seeks use the player's own seek, and screens open above the present one, as
 * links do; the server decides what the profile may see. Before a profile is chosen, nothing is heard.
 */
export function startVoice(parts: VoiceParts): Unsubscribe {
  const { voice, api, stores, queryClient, navigation, focus, spoken } = parts;
  const isWatching = () => {
    const { accountToken, isProfileChosen } = stores.session.getState();
    return accountToken !== null && isProfileChosen;
  };
  const routeName = () => findRoute(navigation.visit().path)?.name;

  /** Opens a screen as a link does; a playback is replaced, so that it ends. */
  const open = (path: string) => {
    if (path === navigation.visit().path) return;
    focus.forgetOpening();
    if (routeName() === 'play') navigation.replace(path);
    else navigation.open(path);
  };
  const search = (text: string) => {
    focus.forgetOpening();
    const words = text.slice(0, LONGEST_SEARCH).trim();
    // A new visit, whose first render has the words.
    const isOver = routeName() === 'play' || routeName() === 'search';
    navigation[isOver ? 'replace' : 'open'](paths.search.to());
    navigation.visit().memory.values.set('text', words);
  };

  /** The number of the last title that was looked up; a later command or screen makes its answer void. */
  let lookups = 0;
  const openTitle = (title: string, isPlay: boolean) => {
    lookups += 1;
    const lookup = lookups;
    const { visit } = navigation;
    const asked = visit().id;
    const isWanted = () => lookup === lookups && visit().id === asked && isWatching();
    const find = async () => {
      // Not in the first script: it is at its limit.
      const { searchList } = await import('#src/api/search.ts');
      const { results } = await searchList(api, title).load(0, new AbortController().signal);
      const item = findNamed(results, title);
      if (!item) return isWanted() ? search(title) : undefined;
      const episode = isPlay ? await findEpisode(api, queryClient, item) : null;
      if (!isWanted()) return;
      open(episode && !episode.isLocked ? paths.play.to(episode.episodeId) : paths.item.to(item.id));
    };
    // The search screen says what failed, and repeats it.
    find().catch(() => (isWanted() ? search(title) : undefined));
  };

  const act = (command: Command): boolean => {
    lookups += 1;
    const player = spoken.getState();
    switch (command.type) {
      case 'press':
        voice.press(command.key);
        return true;
      case 'seek-by':
        return player?.seekBy(command.seconds) ?? false;
      case 'seek-to':
        return player?.seekTo(command.seconds) ?? false;
      case 'go':
        open(paths[command.screen].to());
        return true;
      case 'search':
        search(command.text);
        return true;
      case 'open':
        openTitle(command.title, command.isPlay);
        return true;
    }
  };

  const hear = (said: Said): boolean => {
    if (!isWatching()) return false;
    switch (said.type) {
      case 'words':
        return act(understand(said.text) ?? { type: 'search', text: said.subject });
      case 'title': {
        const element = said.isPlay ? null : findShown(document, said.text);
        if (element) {
          lookups += 1;
          // As a pointer's press.
          element.click();
          return true;
        }
        return said.text !== '' && act({ type: 'open', title: said.text, isPlay: said.isPlay });
      }
      case 'key':
        return act({ type: 'press', key: said.key });
      case 'go':
        return act({ type: 'go', screen: said.place });
      default:
        return act(said);
    }
  };

  return voice.listen({
    place: () => {
      const name = routeName();
      return isWatching() ? ((name && PLACES[name]) ?? 'list') : 'none';
    },
    hear,
  });
}
