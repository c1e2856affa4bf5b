import { INNER, MADE } from './flatten.ts';
import { isNote, SEASON_WORD } from './words.ts';

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth'];
const CARDINALS = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const ROMANS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x'];
const SAID = `\\d{1,3}|${[...ROMANS, ...CARDINALS].join('|')}`;

const seasonOf = (said: string): number => {
  const word = said.toLowerCase();
  const at = [ORDINALS, CARDINALS, ROMANS].map((words) => words.indexOf(word)).find((index) => index >= 0);
  return at === undefined ? Number(said) : at + 1;
};

/** Words of a season, which leave the title. */
const SEASONS: readonly RegExp[] = [
  // Several of them: the first one
  /(?<=. |[([])s(\d{1,2}) ?[-~+&] ?s\d{1,2}(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])seasons? (\d{1,2}) ?[-~+&] ?\d{1,2}(?![\p{L}\p{N}])/iu,
  // Season 2, Season II, Season 2of5
  new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:(?:${SEASON_WORD}|temp?\.?(?= ?\d))[ .]?№?(${SAID})|${SEASON_WORD} ?(\d{1,2}) ?of ?\d{1,3})(?: of \d{1,3})?(?![\p{L}\p{N}])`,
    'iu',
  ),
  new RegExp(String.raw`(?<![\p{L}\p{N}])(\d{1,2})(?:\.|[ªº°]|-й)? (?:${SEASON_WORD})(?![\p{L}\p{N}])`, 'iu'),
  /(?<![\p{L}\p{N}])(?:제 ?|第 ?)?(\d{1,2}) ?(?:기|시즌|期|季)(?![\p{L}\p{N}])/iu,
  /(?:第 ?)(\d{1,2}) ?(?:期|季)/iu,
  // 名2期
  /(?<=\p{Script=Han})(\d{1,2})[期季](?![\p{L}\p{N}])/u,
  /(?<![\p{L}\p{N}])(\d{1,2})(?:st|nd|rd|th)[ -]season(?![\p{L}\p{N}])/iu,
  /(?<![\p{L}\p{N}])(first|second|third|fourth|fifth|sixth) season(?![\p{L}\p{N}])/iu,
  /(?<=. |[([])s(\d{1,3})(?![\p{L}\p{N}'’.])/iu,
  /^s(0\d)(?= \p{L})/iu,
];

const HAN = /[\p{Script=Han}\u3040-\u30ff]/u;
const HANGUL = /\p{Script=Hangul}/u;
const LATIN = /\p{Script=Latin}/u;
const isKana = (text: string) => /[\u3040-\u30fa]/u.test(text);
export const lettersOf = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** A number at the end of one of several names. */
const LAST_NUMBER = /(?<=[^\d.\s/])(?<!part|cour|vol|movie) ?([2-9])(?= ?(?:[/|()\]\u00a4]|- ?$|$))/gi;
const NUMBER_AT_END = /(?<![\d.])[2-9]$/;
/** Names of one title in one file's name. */
const MOST_NAMES = 4;

/** `名2 / Name 2`, `名 第2季 / Name 2`: a number at the end of each name is the season. */
function takeSharedNumber(text: string, season: number | undefined) {
  if (!HAN.test(text) || !/[/|]/.test(text)) return { season, rest: text };
  const ends = [...text.matchAll(LAST_NUMBER)];
  const said = season ?? (ends.length > 1 ? Number(ends[0]![1]) : undefined);
  const isShared = said !== undefined && ends.length > 0 && ends.every((end) => Number(end[1]) === said);
  return isShared ? { season: said, rest: text.replace(LAST_NUMBER, '') } : { season, rest: text };
}

/** @returns the season that the text says, and the text without it. */
export function takeSeason(text: string): { season: number | undefined; rest: string } {
  let season: number | undefined;
  let rest = text;
  for (const words of SEASONS) {
    // Names in several languages say it each.
    for (let left = MOST_NAMES; left > 0; left -= 1) {
      const match = words.exec(rest);
      const said = match ? seasonOf(match[1] ?? match[2]!) : undefined;
      if (!match || (left < MOST_NAMES && said !== season)) break;
      season ??= said;
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`;
    }
  }
  const numbered = takeSharedNumber(rest, season);
  return {
    season: numbered.season,
    rest: numbered.rest
      .replace(/\([\s+]*\)|\[[\s+]*\]|（\s*）/g, ' ')
      // (Season 1 Part 2)
      .replace(/[[(] +(?:part|pt\.?|cour) ?\d[\])]/gi, ' ')
      .replace(/ {2,}/g, ' ')
      .replace(/(?<=[^\s-]) (?=[:：])/g, '')
      .replace(/:{2,}/g, ':')
      .trim(),
  };
}

/** Words of a release about how much of the video is in it. */
const EDITION =
  / (?:(?:(?:우리말|한국어|국어) ?)?(?:더빙|자막|무삭제)판?|\(mini-?serie?s?\)|(?:complete|uncut|uncensored|extended|theatrical|director['’]?s) (?:version|edition|cut)|complete|- (?:movie|電影|电影)|\([\p{L}-]{1,20}(?: \p{L}{1,20})? (?:version|edition|cut)\))$/iu;

/** `Kite, The`, as names are sorted. */
const INVERTED = /^([^,]+), (the|an?)$/i;

/** `「名」`: all of the title in quotes. */
const QUOTED = /^(?:「([^「」]+)」|『([^『』]+)』)$/u;

const tidyTitle = (text: string) =>
  text
    .replace(new RegExp(MADE, 'g'), ' ')
    .replace(/ {2,}/g, ' ')
    .replace(/^[\s\-_.,~|/·:;+]+|[\s_,|/·;+]+$/g, '')
    // A dash at the end belongs to the title where it closes one: `Name -Words-`.
    .replace(/ -$/, '')
    .replace(/(?:\.? \.)+$/, '')
    .replace(/^((?:(?! -\S).)*)-+$/u, '$1')
    .replace(EDITION, '')
    .replace(/(?:修正)?(?:合集|全集)$/u, '')
    .replace(INVERTED, '$2 $1')
    .replace(QUOTED, '$1$2')
    .replace(/^([^~]*) ?~$/u, '$1')
    .replaceAll(INNER[0], '(')
    .replaceAll(INNER[1], ')')
    .replace(/(?<=.) ?\((?:19|20)\d\d\)$/, '')
    .trim();

/** Chinese and Japanese names of which the other half is in Latin letters: the Latin half. */
function latinHalf(text: string): string {
  if (!HAN.test(text) || !LATIN.test(text) || HANGUL.test(text)) return text;
  const latin = text.match(/\p{Script=Latin}[^\p{Script=Han}\u3040-\u30ff]*/gu) ?? [];
  const longest = [...latin].sort((one, other) => other.length - one.length)[0]?.trim() ?? '';
  const words = longest.split(' ').filter((word) => /\p{L}{2}/u.test(word));
  const at = text.indexOf(longest);
  const isApart =
    at === 0 ? text[longest.length] === ' ' : /[\s·_！？。]/u.test(text[at - 1]!) && at + longest.length >= text.length;
  return isApart && words.length > 1 ? longest : text;
}

const CLOSE_TO = /^[\p{Script=Latin}\d]+$/u;

/** Parts names at slashes. `Salt/Sea Order` is one name, and so is `Salt/sea`: no space, and one word in front or small letters behind. */
function splitNames(text: string): string[] {
  const parted = text.split(/ ?\| ?|(?<=[\p{Script=Han}\u3040-\u30ff])·(?=\p{Script=Latin})/u);
  return parted.flatMap((part) => {
    if (/ \/|\/ /.test(part)) return part.split(/ \/ ?|\/ /);
    const names: string[] = [];
    for (const piece of part.split('/')) {
      const before = names.at(-1);
      const [word = '', other] = before?.trim().split(' ').reverse() ?? [];
      const isOneName =
        CLOSE_TO.test(word) && (other === undefined ? /^[\p{Script=Latin}\d]/u : /^\p{Ll}/u).test(piece);
      if (isOneName) names[names.length - 1] = `${before}/${piece}`;
      else names.push(piece);
    }
    return names;
  });
}

/** `Name - 名`: a name in Latin letters, then one in Chinese. */
const TWO_NAMES =
  /^([^\p{Script=Han}\u3040-\u30ff]*\p{Script=Latin}[^\p{Script=Han}\u3040-\u30ff]*) - ([^\u3040-\u30fa]*\p{Script=Han}[^\u3040-\u30fa]*)$/u;

/** Names in several languages, with ` / `, `|` or `·` between them. One rule: Hangul, else Latin letters, else the first. */
export function pickName(text: string, isInBrackets = false): { name: string; isPicked: boolean; isGuessed: boolean } {
  const isForeign = HAN.test(text);
  const names = (isForeign ? splitNames(text) : text.split(/ [/|] /))
    .map(tidyTitle)
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  if (names.length < 2) {
    const all = tidyTitle(text);
    const two = HANGUL.test(all) ? null : TWO_NAMES.exec(all);
    const [first = '', second, third] = all.split(' - ');
    const isTwice = second !== undefined && third === undefined && lettersOf(first) === lettersOf(second);
    const name = isTwice ? second : two ? tidyTitle(two[1]!) : isInBrackets ? latinHalf(all) : all;
    return {
      name,
      isPicked: false,
      // `22/7/Nanabun`: one name, or several.
      isGuessed:
        two !== null || /\/[\p{Lu}\d]/u.test(all) || (isKana(first) && HAN.test(second ?? '') && !isKana(second!)),
    };
  }
  const chosen =
    names.find((name) => HANGUL.test(name)) ??
    names.find((name) => LATIN.test(name) && !HAN.test(name)) ??
    [...names].reverse().find((name) => LATIN.test(name)) ??
    names[0]!;
  const name = tidyTitle(latinHalf(chosen));
  // `名2 / Name`: the number may be the season. Of `名 Words / 別名 Words`, the words may be the end of both names.
  const isNumbered = !NUMBER_AT_END.test(name) && names.some((one) => NUMBER_AT_END.test(one));
  return { name, isPicked: true, isGuessed: name !== chosen || isNumbered };
}

export interface TitleReading {
  title: string;
  /** From 0 to 1. */
  confidence: number;
}

const BRACKETS = /[[({][^[\](){}]*[\])}]/g;
const innerOf = (bracket: string) => bracket.slice(1, -1).trim();
const isText = (text: string) => /\p{L}|\p{N}/u.test(text);

/** What stands in brackets of its own beside the title. */
const NO_TITLE = /^(?:v\d|ova|oad|ona|sp|tv|movie|[剧劇][场場]版|(?:disc|vol)[ .]*\d{1,2})$/iu;

/** The title of a name that is all in brackets: `[Group][Title]`. */
function titleOfBrackets(text: string, isLeading: boolean): TitleReading | undefined {
  const brackets = text.match(BRACKETS) ?? [];
  const square = brackets.filter((bracket) => bracket.startsWith('[') && isText(bracket));
  const all = (square.length > 0 ? square : brackets)
    .map(innerOf)
    .filter((inner) => isText(inner) && inner !== MADE && !NO_TITLE.test(inner));
  const named = all.filter((inner, index) => (isLeading && index === 0 && all.length > 1) || !isNote(inner));
  const titles = isLeading && named.length > 1 ? named.slice(1) : named;
  const chosen =
    titles.find((title) => HANGUL.test(title)) ??
    titles.find((title) => LATIN.test(title) && !HAN.test(title)) ??
    titles.find((title) => title.includes(' / ')) ??
    titles[0];
  if (chosen === undefined) return undefined;
  const { name, isGuessed } = pickName(chosen, true);
  const confidence = named.length === 2 && isLeading ? 0.85 : named.length < 2 ? 0.6 : 0.75;
  return isText(name) ? { title: name, confidence: isGuessed ? Math.min(0.7, confidence) : confidence } : undefined;
}

/**
 * The title in the part of a flattened name that is in front of the episode.
 *
 * @param isWhole nothing behind it says an episode, so brackets at its end are a group, and the first `MADE` ends it.
 */
export function readTitle(before: string, isWhole: boolean): TitleReading | undefined {
  const text = before.replace(/^\d{1,4} (?=\[)|^[^\s[]+\. (?=\[)/, '').trim();
  const made = text.indexOf(MADE);
  const kept =
    isWhole && made > 0 && isText(text.slice(0, made).replace(BRACKETS, ' ')) ? text.slice(0, made).trim() : text;
  const free = kept.replace(BRACKETS, ' ').replaceAll(MADE, ' ');
  // `[Group][Name] 附外掛字幕`
  if (!/[\p{L}\p{N}]/u.test(free) || (/^附/u.test(free.trim()) && isNote(free))) return titleOfBrackets(text, true);
  // Groups in front, and in square brackets at the end.
  const lead = /^(?:(?:\[[^\]]*\]|\([^)]*\)|\{[^}]*\})[ .-]*)+/.exec(kept)?.[0] ?? '';
  const main = kept
    .slice(lead.length)
    .replace(isWhole ? /(?: \[[^\]]*\])+$/ : / \[[A-Z\d-]+\]$/, '')
    .trim();
  const { name, isPicked, isGuessed } = pickName(main);
  // A name in two scripts may be two names.
  const isMixed = HAN.test(name) && (name.match(/\p{Script=Latin}{2}/gu) ?? []).length > 2;
  return isText(name) ? { title: name, confidence: isGuessed ? 0.7 : isPicked ? 0.8 : isMixed ? 0.7 : 0.9 } : undefined;
}
