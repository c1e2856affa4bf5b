import type { RemoteKey } from '#platform/platform.ts';
import { readDuration } from './spoken-duration.ts';

/** The screens that a viewer may name. */
export type SpokenScreen =
  'home' | 'search' | 'settings' | 'library' | 'notifications' | 'weekday' | 'themes' | 'browse' | 'membership';

export type Command =
  | { readonly type: 'press'; readonly key: RemoteKey }
  | { readonly type: 'seek-by'; readonly seconds: number }
  | { readonly type: 'seek-to'; readonly seconds: number }
  | { readonly type: 'go'; readonly screen: SpokenScreen }
  | { readonly type: 'search'; readonly text: string }
  | { readonly type: 'open'; readonly title: string; readonly isPlay: boolean };

/** Endings of a request: "줘", "주세요", "줄래", with or without a space. */
const ASK = '(?: ?(?:줘|줘요|주세요|줄래|줄래요|봐|봐요))?';
const whole = (pattern: string) => new RegExp(`^(?:${pattern})${ASK}$`);

const KEYS: readonly (readonly [RegExp, RemoteKey])[] = [
  [whole('(?:계속 |다시 )?(?:재생|플레이)(?:해|하기)?|계속(?: ?봐| ?볼래| ?틀어)?|틀어'), 'play'],
  [whole('(?:잠깐 |잠시 )?(?:멈춰|멈춤|정지(?:해)?)|일시 ?정지(?:해)?|잠깐만?'), 'pause'],
  [whole('그만(?: ?볼래| ?보기| ?재생)?|재생 ?(?:중지|종료)(?:해)?|플레이어 닫아'), 'stop'],
  [whole('다음 ?(?:화|편|회|회차|에피소드)(?:로)?(?: ?(?:재생|틀어|보여|넘어가|가|볼래)(?:해)?)?'), 'next'],
  [whole('(?:이전|지난|전) ?(?:화|편|회|회차|에피소드)(?:로)?(?: ?(?:재생|틀어|보여|가|볼래)(?:해)?)?'), 'previous'],
  [whole('뒤로(?: ?가기?| ?돌아가)?|이전 ?화면(?:으로)?(?: ?가)?'), 'back'],
  [whole('(?:자막 ?(?:메뉴|설정))(?: ?열어)?'), 'caption'],
];

const SCREENS: readonly (readonly [string, SpokenScreen])[] = [
  ['홈|처음 ?화면|메인', 'home'],
  ['검색(?:해)?|찾기', 'search'],
  ['설정', 'settings'],
  ['(?:내 ?)?보관함|찜(?: ?목록)?|내 ?목록', 'library'],
  ['알림', 'notifications'],
  ['요일별|편성표|요일', 'weekday'],
  ['테마', 'themes'],
  ['장르|둘러보기', 'browse'],
  ['멤버십|이용권', 'membership'],
];
const GO = '(?: ?화면| ?메뉴)?(?:으로|로|을|를)?(?: ?(?:가|가기|이동|이동해|열어|보여|돌아가))?';
const screens = SCREENS.map(([names, screen]) => [whole(`(?:${names})${GO}`), screen] as const);

/** What follows a duration. "뒤로" winds back and "앞으로" winds on, as the buttons of players are called in Korean. */
const BACK = whole(
  '(?:뒤로|전으로|이전으로|전|되감(?:아|기)?|뒤로 ?감(?:아|기))(?: ?(?:가|감아|돌려|이동|이동해|되감아))?',
);
const ON = whole(
  '(?:앞으로|후로|이후로|뒤)(?: ?(?:가|감아|돌려|이동|이동해|넘겨))?|(?:앞으로 ?)?(?:건너뛰(?:어|기)|넘겨|스킵(?:해)?|빨리 ?감(?:아|기))',
);
const AT = whole('(?:지점|부분|대)?(?:으로|로|부터|에서)(?: ?(?:가|이동|이동해|재생|재생해|틀어|시작|시작해))?');
const FROM_START = whole('(?:맨 )?처음(?:부터|으로)(?: ?(?:재생|재생해|틀어|볼래|가|시작|시작해))?');

const SEARCH = /^(.+?) ?(?:검색|찾아|찾기)(?:해|하기)?(?: ?(?:줘|줘요|주세요|줄래|봐))?$/;
const SEARCH_BEFORE = /^(?:검색|찾아)(?:해 ?줘|해| ?줘)? (.+)$/;
const PLAY = /^(.+?) ?(?:재생|재생해|틀어|플레이|볼래|보고 싶어|시청)(?: ?(?:줘|줘요|주세요|줄래|할래))?$/;
const OPEN = /^(.+?) ?(?:열어|보여|켜|정보)(?: ?(?:줘|줘요|주세요|줄래))?$/;

/** Whether a syllable ends in a consonant; false for anything but Hangul. */
const hasFinal = (character: string) => {
  const code = character.charCodeAt(0) - 0xac00;
  return code >= 0 && code < 11_172 && code % 28 !== 0;
};
/** Removes an object particle that fits the syllable before it: "제목을", but not the name "가을". */
function withoutParticle(name: string): string {
  const text = name.trim();
  const particle = text[text.length - 1];
  const before = text[text.length - 2] ?? '';
  const fits = particle === '을' ? hasFinal(before) : particle === '를' && before !== '' && !hasFinal(before);
  return fits ? text.slice(0, -1) : text;
}

/** Removes the app's name before a command, marks after it, and repeated spaces. */
const clean = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[.!?~,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^보라(?:에서|야|에)? (?=.)/, '');

/** The command in spoken Korean, or null. A pure function: what it finds is checked before it acts. */
export function understand(spoken: string): Command | null {
  const text = clean(spoken);
  if (text === '' || text.length > 100) return null;
  if (FROM_START.test(text)) return { type: 'seek-to', seconds: 0 };
  const duration = readDuration(text);
  if (duration) {
    const { seconds, rest } = duration;
    if (BACK.test(rest)) return { type: 'seek-by', seconds: -seconds };
    if (ON.test(rest)) return { type: 'seek-by', seconds };
    if (AT.test(rest)) return { type: 'seek-to', seconds };
  }
  for (const [pattern, key] of KEYS) if (pattern.test(text)) return { type: 'press', key };
  for (const [pattern, screen] of screens) if (pattern.test(text)) return { type: 'go', screen };
  const searched = SEARCH_BEFORE.exec(text)?.[1] ?? SEARCH.exec(text)?.[1];
  if (searched !== undefined) return { type: 'search', text: withoutParticle(searched) };
  const played = PLAY.exec(text)?.[1];
  if (played !== undefined) return { type: 'open', title: withoutParticle(played), isPlay: true };
  const opened = OPEN.exec(text)?.[1];
  return opened === undefined ? null : { type: 'open', title: withoutParticle(opened), isPlay: false };
}

/** A name without the differences between writing and speech. */
export const bare = (name: string) =>
  name
    .normalize('NFC')
    .toLowerCase()
    // Not \p{L}: Chromium 63 lacks it.
    .replace(/[^0-9a-z가-힣ㄱ-ㅎぁ-ヿ一-鿿]/g, '');

/** The one title that the viewer named, or null: an unsure match is shown as a search. */
export function findNamed<T extends { readonly name: string }>(titles: readonly T[], spoken: string): T | null {
  const wanted = bare(spoken);
  const same = titles.filter(({ name }) => bare(name) === wanted);
  return same.length === 1 ? same[0]! : null;
}
