import type { RemoteKey, Said, Voice, VoiceListener, VoiceContext } from '../platform.ts';
import { pressKey } from '../press-key.ts';
import type { createRefusals } from '../refusals.ts';
import { askSet, type VoiceCallbacks, type VoiceSearchField, type WebApis } from './tizen-api.ts';

const STATES = {
  none: 'None',
  home: 'Home',
  list: 'List',
  player: 'Player',
  settings: 'Setting',
  search: 'Search',
} as const satisfies Record<VoiceContext, string>;
const DIRECTIONS: Readonly<Record<string, RemoteKey>> = {
  NAV_LEFT: 'left',
  NAV_RIGHT: 'right',
  NAV_UP: 'up',
  NAV_DOWN: 'down',
  NAV_SHOW_MORE: 'down',
};
const PLACES: Readonly<Record<string, (Said & { type: 'go' })['place']>> = {
  Home: 'home',
  Setting: 'settings',
  Search: 'search',
};

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * Spoken commands (Samsung, "VoiceInteraction API", sets from Tizen 6.0 on). The set's assistant interprets the words and
 * calls one of these functions; what it does not recognize arrives as a search with the words.
 */
export function createTizenVoice(
  page: Window,
  webapis: WebApis,
  refusals: ReturnType<typeof createRefusals>,
): Voice | null {
  const voice = askSet(() => webapis.voiceinteraction, undefined);
  if (!voice) return null;

  const callbacksOf = ({ place, hear }: VoiceListener): VoiceCallbacks => {
    const key = (pressed: RemoteKey) => () => hear({ type: 'key', key: pressed });
    const fieldOf = (term: unknown, field: VoiceSearchField) =>
      textOf(askSet(() => voice.getDataFromSearchTerm?.(term, field), ''));
    return {
      onupdatestate: () => STATES[place()],
      onnavigation(direction) {
        const pressed = DIRECTIONS[direction];
        return pressed !== undefined && hear({ type: 'key', key: pressed });
      },
      onsearch(term) {
        const title = fieldOf(term, 'SEARCH_TERM_TITLE');
        const text = fieldOf(term, 'SEARCH_TERM_UTTERANCE') || title;
        return text !== '' && hear({ type: 'words', text, subject: title || text });
      },
      ontitleselection: (title) => hear({ type: 'title', text: textOf(title), isPlay: false }),
      onplay: key('play'),
      onpause: key('pause'),
      onstop: key('stop'),
      onfastforward: key('fast-forward'),
      onrewind: key('rewind'),
      onchangenexttrack: key('next'),
      onchangeprevioustrack: key('previous'),
      onrestart: () => hear({ type: 'seek-to', seconds: 0 }),
      onskipforward: (seconds) => hear({ type: 'seek-by', seconds }),
      onskipbackward: (seconds) => hear({ type: 'seek-by', seconds: -seconds }),
      onsetplayposition: (seconds) => hear({ type: 'seek-to', seconds }),
      onchangeappstate(state) {
        const place = PLACES[state];
        return place !== undefined && hear({ type: 'go', place });
      },
    };
  };

  return {
    listen(listener) {
      try {
        voice.setCallback(callbacksOf(listener));
        voice.listen();
      } catch (error) {
        refusals.note({
          call: 'webapis.voiceinteraction',
          permission: 'voicecontrol',
          reason: String((error as { message?: unknown } | null)?.message ?? error),
        });
      }
      // The API has no way to end; without functions, the set acts by itself.
      return () => askSet(() => voice.setCallback({ onupdatestate: () => STATES.none }), undefined);
    },
    press: (key) => pressKey(page, key),
  };
}
