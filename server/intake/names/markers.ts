import { MADE } from './flatten.ts';
import { isYear } from './words.ts';

/** A place in a flattened name that says which episode it is. */
export interface Marker {
  start: number;
  end: number;
  season: number | undefined;
  episode: number | undefined;
  /** Last episode of a file that holds several. */
  last: number | undefined;
  /** `a` of 01a: a part of an episode. */
  part: string | undefined;
  version: number | undefined;
  isSpecial: boolean;
  /** From 0 to 1: how often such a place is what it seems. */
  confidence: number;
}

interface Shape {
  pattern: RegExp;
  confidence: number;
  isSpecial?: boolean;
  /** Without a zero in front, the number may be a title: `12 - Name`. */
  isSureWithZero?: boolean;
  /** Which of several matches counts; the first by default. */
  isLast?: boolean;
  accepts?(match: RegExpExecArray, flat: string): boolean;
}

const BEFORE = String.raw`(?<![\p{L}\p{N}.])`;
/** Hangul and Han take a code without a space: `名S01E03`. */
const BEFORE_CODE = String.raw`(?:${BEFORE}|(?<=[\p{Script=Hangul}\p{Script=Han}\u3040-\u30ff]))`;
const NUMBER = String.raw`(?<episode>\d{1,4}(?:\.\d{1,2}(?!\d))?)(?:(?<=\.5)\.\d(?!\d))?`;
const TAIL = String.raw`(?<part>[a-d](?![\p{L}\p{N}]))?(?: ?v(?<version>\d)(?:\.\d(?!\d))?)?`;
/** `-04`, `~10`, `+02`, `-E24`, `x04`: the episodes up to the last one. */
const RANGE = String.raw`(?: ?[-~+&] ?(?:ep?|#)?(?<last>\d{1,4})(?:v\d)?(?![\p{L}\p{N}.])){0,4}`;
/** ` - 02x04 - x15`: with spaces, only what looks like an episode itself. */
const SPACED_RANGE = String.raw`(?: - (?:\d{1,4}x|x|s\d{1,4}ep?|e)(?<far>\d{2,4})(?![\p{L}\p{N}.])){0,9}`;
const TIGHT_RANGE = String.raw`(?:(?:[-~+&]|(?=[ex]\d))(?:s\d{1,4})?(?:ep?|x)?(?<last>\d{1,4})(?:v\d)?(?![\p{N}.])){0,9}${SPACED_RANGE}`;
const DONE = String.raw`(?:[ -]?\(?(?:end|fin|final|完|完结|完結|完終|終|완|완결|(?:修正)?(?:合集|全集))\)?)?`;
/** What a release has beside its episodes: `[01-12+OVA]`. */
const BESIDE = String.raw`(?: ?v\d|rev)?(?: ?[+&] ?[^\]]{1,16}| \p{Script=Han}{1,6})?`;
const AFTER = String.raw`(?![\p{L}\p{N}])`;
/** What may stand behind a number that ends a name: what says how it was made, brackets, a dash, a full stop, or nothing. */
const CLOSED = String.raw`(?=\.? ?${MADE}| ?[[({]| - | -$|\.? ?$)`;

/** Words in front of a number that count something else than episodes. */
const COUNTS_OTHERS =
  /(?:(?<!(?:st|nd|rd|th) )season|saison|staffel|temporada|시즌|movies?|film|part|vol\.?|volume|pt\.?|gekijouban|극장판|파트|no\.?)$/iu;

/** The number of a film stands behind its name. */
const FILM = /극장판|[剧劇][场場]版|gekijou-?ban/iu;

/** `Name 12`, but no film of a series, no year behind the words of its making, and not `Name 2 - Pilot`. */
const isBareNumber = ({ index, groups, 0: all }: RegExpExecArray, flat: string): boolean =>
  !COUNTS_OTHERS.test(flat.slice(0, index).trimEnd()) &&
  !FILM.test(flat.slice(0, index)) &&
  !isYear(groups!.episode!) &&
  !(/^\d$/.test(all) && /^ - \p{L}/u.test(flat.slice(index + all.length)));

/** `Name 14 Words`, but not `The 12 Words`. */
const isInTheMiddle = ({ index, groups }: RegExpExecArray, flat: string): boolean => {
  const before = flat.slice(0, index).trim();
  return !/^(?:the|a|an)$/iu.test(before) && !COUNTS_OTHERS.test(before) && groups!.episode !== '50';
};

const of = (text: string) => new RegExp(text, 'giu');

/** From the surest shape to the least sure one. */
const SHAPES: readonly Shape[] = [
  // S01E03, s1 e3, S01.Ep06, S02 - E06, S02xE09, S01x02
  {
    pattern: of(
      String.raw`${BEFORE_CODE}s(?<season>\d{1,4})[ .]?-? ?(?:x?e(?:p(?:isode)?)?|x)[ .]?(?<episode>\d{1,5}(?:\.\d(?!\d))?)${TAIL}${TIGHT_RANGE}`,
    ),
    confidence: 0.97,
  },
  // S01SP02
  {
    pattern: of(String.raw`${BEFORE}s(?<season>\d{1,2})[ .]?(?:ova|oad|sp)[ .]?(?<episode>\d{1,3})${TAIL}${AFTER}`),
    confidence: 0.75,
    isSpecial: true,
  },
  // Se.3 afl.3
  {
    pattern: of(String.raw`${BEFORE}s[en]\.?(?<season>\d{1,2}) (?:afl|ep)\.?(?<episode>\d{1,4})${AFTER}`),
    confidence: 0.9,
  },
  // T02E07, in Spanish
  { pattern: of(String.raw`${BEFORE}t(?<season>\d{1,2})e(?<episode>\d{2,3})${AFTER}`), confidence: 0.9 },
  // 1x09
  {
    pattern: of(
      String.raw`${BEFORE}(?<season>\d{1,2}|(?:19|20)\d\d)x(?<episode>\d{2,4}|\d(?=-\d{1,2}x\d))(?:-\d{1,2}(?=x\d))?${TAIL}${TIGHT_RANGE}(?!\p{L})`,
    ),
    confidence: 0.95,
  },
  // 특별편 2화, 番外編 第1話
  {
    pattern: of(
      String.raw`(?:스페셜|특별편|번외편|特別編|特别篇|番外編|番外篇) (?:第|제)? ?${NUMBER}(?: ?v(?<version>\d))? ?(?:화|회|편|話|话|集|回)(?!\p{Script=Hangul}|\p{Script=Han})`,
    ),
    confidence: 0.85,
    isSpecial: true,
  },
  // 第05話, 5화, 제3화, 857集
  {
    pattern: of(
      String.raw`(?:第|제)? ?(?<![\d.])${NUMBER}(?:(?:화|회|話|话|集|回)?[-~](?:第|제)?(?<last>\d{1,4}))?(?: ?v(?<version>\d))? ?(?:화|회|話|话|集|回)(?!\p{Script=Hangul}|\p{Script=Han}| ?차)${DONE}`,
    ),
    confidence: 0.95,
  },
  // Episode 3, Ep. 08, E1135, #05
  {
    pattern: of(
      String.raw`${BEFORE_CODE}(?:(?:episodes?|epis[oó]dio|épisode|folge|aflevering|puntata|odcinek|серия|tập|eps?|에피소드|effort)[ .:]?-? ?[#№]?|e(?=\d{2})|#)${NUMBER}${TAIL}${RANGE}${DONE}(?!\p{L}|\p{N}|\.\d)`,
    ),
    confidence: 0.95,
  },
  // 60. Bölüm, 5 серия
  { pattern: of(String.raw`${BEFORE}${NUMBER}(?:\.|-я)? (?:blm|b[oö]l[uü]m|серия|серій)${AFTER}`), confidence: 0.95 },
  // Cap.201: season and episode in one number
  {
    pattern: of(String.raw`${BEFORE}cap[.]? ?(?<season>\d{1,2})(?<episode>\d\d)(?:[-_ ]\d{1,2}(?<last>\d\d))?${AFTER}`),
    confidence: 0.85,
  },
  // 5편
  {
    pattern: of(String.raw`(?<!(?:극장판|영화|시리즈) ?)(?<= |^)${NUMBER}편${AFTER}`),
    confidence: 0.8,
  },
  // 20 of 25
  {
    pattern: of(String.raw`${BEFORE}${NUMBER} ?of ?\d{1,4}${AFTER}`),
    confidence: 0.95,
    accepts: ({ index }: RegExpExecArray, flat: string) => !COUNTS_OTHERS.test(flat.slice(0, index).trimEnd()),
  },
  // 특별편 1
  {
    pattern: of(
      String.raw`${BEFORE}(?:스페셜|특별편|번외편|特[別别][編篇]|番外[編篇])(?: -)? ?${NUMBER}${TAIL}${AFTER}`,
    ),
    confidence: 0.85,
    isSpecial: true,
  },
  // [特別篇] - 18, which may be an episode of a longer cut
  {
    pattern: of(String.raw`(?:스페셜|특별편|번외편|特[別别][編篇]|番外[編篇])[\])](?: -)? ?${NUMBER}${TAIL}${AFTER}`),
    confidence: 0.75,
    isSpecial: true,
  },
  // SP may also be the name of a work
  {
    pattern: of(String.raw`${BEFORE}(?:sp|ex(?=0))${NUMBER}${TAIL}${AFTER}`),
    confidence: 0.75,
    isSpecial: true,
  },
  // [OVA][01]
  {
    pattern: of(String.raw`[[](?:ova|oad|ona|sp)\] ?\[${NUMBER}${TAIL}${DONE}\]`),
    confidence: 0.85,
    isSpecial: true,
  },
  // - 01 - OVA, where nothing more is said
  {
    pattern: of(String.raw`(?<= - )${NUMBER}${TAIL} - (?:ova|oad|ovd|special|sp|스페셜|특별편)(?= ?${MADE}| ?[[({]|$)`),
    confidence: 0.75,
    isSpecial: true,
  },
  // [05], [24END], {01}
  {
    pattern: of(String.raw`[[{]${NUMBER}${TAIL}(?:[-~ ,&](?: ?- )?(?<last>\d{1,4})(?:v\d)?)?${DONE}${BESIDE}[\]}]`),
    confidence: 0.92,
    accepts: (match: RegExpExecArray, flat: string) => match.index > 0 && flat !== match[0],
  },
  // [04 名], [38（休）]
  {
    pattern: of(String.raw`\[(?<episode>0\d|[1-9]\d)(?=（| [\p{Script=Han}\u3040-\u30ff])`),
    confidence: 0.7,
    accepts: ({ index }: RegExpExecArray) => index > 0,
  },
  // - 05, behind which something ends
  {
    pattern: of(String.raw`(?<! 0[1-9] - )(?<= - )${NUMBER}${TAIL}${RANGE}${DONE}${CLOSED}`),
    confidence: 0.92,
  },
  { pattern: of(String.raw`(?<= - )\((?<episode>\d{1,4})[-~](?<last>\d{1,4})\)`), confidence: 0.85 },
  // 03 - Name, 2. Name, 03v2
  {
    pattern: of(String.raw`^${NUMBER}${TAIL}(?:[-~](?<last>\d{1,4}))?(?: - |\. |(?= ?${MADE})|(?= ?[[(])|\.?$)`),
    confidence: 0.85,
    isSureWithZero: true,
    accepts: ({ groups }: RegExpExecArray) => !isYear(groups!.episode!),
  },
  // [03] Name
  {
    pattern: of(String.raw`^[[({]${NUMBER}${TAIL}[\])}] ?(?=\p{L})`),
    confidence: 0.8,
    isSureWithZero: true,
  },
  // S2-04
  {
    pattern: of(String.raw`${BEFORE}s(?<season>\d{1,2})(?: ?- ?|[. ])(?<episode>\d{2,3})${TAIL}(?:(?=\))|${CLOSED})`),
    confidence: 0.85,
  },
  { pattern: of(String.raw`^(?:chapter|kapitel|chapitre|cap[ií]tulo|глава) ?${NUMBER}${AFTER}`), confidence: 0.75 },
  // [OVA 01]: a special of the title in front
  { pattern: of(String.raw`[[({](?:ova|oad|ona) ?${NUMBER}${TAIL}[\])}]`), confidence: 0.85, isSpecial: true },
  // OVA 2, OVA_01
  { pattern: of(String.raw`(?<=(?<!\p{L})(?:ova|oad|ona) ?)${NUMBER}${TAIL}${AFTER}`), confidence: 0.85 },
  // 02 Name
  { pattern: of(String.raw`^(?<episode>0\d{1,2})${TAIL} (?=\p{L})`), confidence: 0.8 },
  // Name - 02 Name of the episode
  { pattern: of(String.raw`(?<! 0[1-9] - )(?<= - )(?<episode>0\d{1,3})${TAIL} `), confidence: 0.8 },
  // Name 1x1
  { pattern: of(String.raw`${BEFORE}(?<season>\d{1,2})x(?<episode>\d)${AFTER}`), confidence: 0.7 },
  // Name 01-12, Name 01 - 119
  {
    pattern: of(
      String.raw`(?<=[^-] )(?:(?<episode>\d{1,4})(?:v\d)?(?: & |[-~+&])(?<last>\d{1,4})(?:v\d)?|(?<episode2>0[1-9]) - (?<last2>\d{2,4}))${CLOSED}`,
    ),
    confidence: 0.75,
    accepts: ({ groups }: RegExpExecArray) => !isYear(groups!.episode ?? ''),
  },
  // Name S2 05, 2기 05
  {
    pattern: of(
      String.raw`(?<=(?:\d ?기|\d ?期|\d ?季|(?<!\p{L})s\d{1,2}|season \d{1,2}) )${NUMBER}${TAIL}${DONE}${CLOSED}`,
    ),
    confidence: 0.85,
    accepts: ({ groups }: RegExpExecArray) => !isYear(groups!.episode!),
  },
  // Name 12
  {
    pattern: of(String.raw`(?<=[^-] )${NUMBER}${TAIL}${DONE}${CLOSED}`),
    confidence: 0.6,
    isLast: true,
    accepts: isBareNumber,
  },
  // Name (9)
  { pattern: of(String.raw`(?<=. )\((?<episode>\d{1,3})(?:[-~](?<last>\d{1,4}))?\)`), confidence: 0.7 },
  { pattern: of(String.raw`(?<=. )\((?<episode>\d{3,4})[-~](?<last>\d{3,4})\)`), confidence: 0.7 },
  // Name 01 Name of the episode
  {
    pattern: of(String.raw`(?<=[^-] )(?<episode>0\d{1,2})${TAIL} (?=\p{L})`),
    confidence: 0.6,
    accepts: ({ index }: RegExpExecArray, flat: string) => !COUNTS_OTHERS.test(flat.slice(0, index).trimEnd()),
  },
  // Name 14 Name of the episode
  {
    pattern: of(String.raw`(?<=\p{L}[!?]? )(?<episode>[1-9]\d)${TAIL} (?=\p{L})`),
    confidence: 0.4,
    accepts: isInTheMiddle,
  },
];

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

function markerOf(match: RegExpExecArray, { confidence, isSpecial = false, isSureWithZero = false }: Shape): Marker {
  const groups = match.groups!;
  const episode = numberOf(groups.episode ?? groups.episode2);
  const last = numberOf(groups.far ?? groups.last ?? groups.last2);
  const isRange = last !== undefined && episode !== undefined && last > episode;
  const season = numberOf(groups.season);
  const behind = numberOf(/^ ?\((\d{2,4})\)/.exec(match.input.slice(match.index + match[0].length))?.[1]);
  // Of the number of all episodes and the one of the season, the smaller one is the season's: `29 (04)`, `04 (29)`.
  const isOfAll = behind !== undefined && behind < (episode ?? 0);
  // A file of two episodes needs a decision; so does what may be a year, a title, or a fraction that no episode has, and the
  // smaller one of two numbers.
  const isDoubtful =
    isRange ||
    (season ?? 0) > 99 ||
    // The fifth episode, or five seasons.
    /^s0\d-0\d$/i.test(match[0]) ||
    (season === undefined && isYear(groups.episode ?? '')) ||
    (episode !== undefined && ![0, season === undefined ? 0.5 : 0].includes(episode % 1)) ||
    (isSureWithZero && !groups.episode!.startsWith('0')) ||
    isOfAll;
  return {
    start: match.index,
    end: match.index + match[0].length,
    season,
    isSpecial,
    episode: isOfAll ? behind : episode,
    last: isRange ? last : undefined,
    part: groups.part?.toLowerCase(),
    version: numberOf(groups.version),
    confidence: isDoubtful ? Math.min(confidence, 0.6) : confidence,
  };
}

/** The part of the name that has the episode number; undefined without one. */
export function findMarker(flat: string): Marker | undefined {
  for (const shape of SHAPES) {
    const matches = [...flat.matchAll(shape.pattern)].filter(
      (match) => shape.accepts?.(match as RegExpExecArray, flat) ?? true,
    ) as RegExpExecArray[];
    // [2019][02]: the year gives way.
    const wanted = matches.filter(({ groups }) => !isYear(groups!.episode ?? ''));
    const among = wanted.length > 0 ? wanted : matches;
    const match = shape.isLast ? among.at(-1) : among[0];
    if (match) return markerOf(match, shape);
  }
  return undefined;
}
