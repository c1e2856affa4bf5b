import { findDay, withoutDays } from './days.ts';
import { flatten, MADE, saysTotal } from './flatten.ts';
import { findMarker, type Marker } from './markers.ts';
import { pickName, readTitle, takeSeason } from './read-title.ts';
import { FILE_KINDS, isYear, type NameKind } from './words.ts';

/** What one name says, without its folders. */
export interface StemReading {
  title: string | undefined;
  season: number | undefined;
  episode: number | undefined;
  last: number | undefined;
  part: string | undefined;
  version: number | undefined;
  subject: string | undefined;
  kind: NameKind;
  /** The name in one form. */
  flat: string;
  /** In front of the number stands nothing but brackets, which may be those of a group: `[Group] 07`. */
  isGroupAlone?: boolean;
  confidence: { title: number; episode: number };
}

const EMPTY = { episode: undefined, last: undefined, part: undefined, version: undefined, subject: undefined } as const;

const KIND_PLACES: readonly RegExp[] = [
  // The whole name, or a word of it in brackets or behind a dash
  new RegExp(String.raw`^(?<word>[\p{L} ]+?) ?(?<number>(?:\d{1,3}[a-z]?)?)(?= ?${MADE}|$)`, 'iu'),
  new RegExp(String.raw`[[(](?<word>[\p{L} ]+?) ?(?<number>(?:\d{1,3}[a-z]?)?)(?: \/ [^\])]*)?[\])]`, 'giu'),
  new RegExp(String.raw`(?<= - )(?<word>[\p{L} ]+?) ?(?<number>(?:\d{1,3}[a-z]?)?)(?= ?${MADE}| ?[[(]| - |$)`, 'giu'),
  // In Korean no dash is needed: 달빛 여우 예고편
  new RegExp(
    String.raw`(?<= )(?<word>예고편?|티저|메이킹|予告編?|预告) ?(?<number>\d{0,3})(?= ?${MADE}| ?[[(]|$)`,
    'giu',
  ),
  // -trailer, as media servers want it
  /-(?<word>trailer|sample|featurette|interview|behindthescenes|deleted)(?<number>)$/iu,
];
/** NCOP1, ED2: written in capitals and with a number, they stand anywhere. */
const KIND_WORD =
  /(?<![\p{L}\p{N}])(?<word>NC ?OP|NC ?ED|OP|ED|PV|CM|Menu)(?<number>\d{0,2}[a-z]?)(?:v\d)?(?![\p{L}\p{N}])/gu;

interface FoundKind {
  kind: NameKind;
  start: number;
}

function findKind(flat: string): FoundKind | undefined {
  const kindOf = (word: string) => FILE_KINDS.find(([words]) => words.test(word.trim()))?.[1];
  for (const place of KIND_PLACES)
    for (const match of place.global ? flat.matchAll(place) : [place.exec(flat)]) {
      if (!match) continue;
      const kind = kindOf(match.groups!.word!);
      if (kind !== undefined) return { kind, start: match.index };
    }
  for (const match of flat.matchAll(KIND_WORD)) {
    const { word, number } = match.groups!;
    const kind = /\d/.test(number!) || word!.startsWith('NC') ? kindOf(word!) : undefined;
    if (kind !== undefined) return { kind, start: match.index };
  }
  return undefined;
}

/** A special that has no number: `- Special`, `[SP]`. */
const LONE_SPECIAL = new RegExp(
  String.raw`(?:(?: - |[[(])(?:tv ?)?(?:special|sp)|(?: - |[[(]| )스페셜|(?: - |[[(]| |(?<=[\p{Script=Han}\u3040-\u30ff\p{Script=Hangul}]))(?:특별편|번외편|총집편|特[別别][編篇]|番外[編篇]|[総總总]集[編篇]))[\])]?(?= ?${MADE}| ?[[(]|$)`,
  'iu',
);
/** The number of a part in words, or several seasons, or an end without a number: an episode may be meant. */
const UNREAD =
  /(?<!\p{L})(?:part (?:one|two|three|four|five|six|[ivx]{1,4})|s\d{1,2}\+|s\d{1,2} ?(?:d\d|extras?)|complete (?:series|collection)|complete(?= ?(?:\u00a4|[[(]|$))|\d{1,2}xall)(?!\p{L})|s\d{1,9}[ .]?e\d|(?:\d{1,4}|[- ])x\d{2,3}(?!\d)|(?:제|第) ?\d|(?:최종|마지막) ?[화회]|最[終终] ?[話话回集]/iu;
const LAST_EPISODE = /(?<=^| )(?:(?:최종|마지막) ?[화회]|最[終终] ?[話话回集])/u;
/** An extra volume, which may be a work of its own or belong to the title. */
const OVA_WORD = /(?:[^\p{Script=Latin}\p{N}])(?:ova|oad|ona)(?![\p{L}\p{N}])/iu;
const VERSION_LAST = new RegExp(String.raw` v(\d)(?= ?${MADE}|$)`, 'iu');
/** Releases of television: a part is an episode, and where no space stands, `103` is the third episode of the first season. */
const TELEVISION = /^[^[]+[ ._-](?:hdtv|pdtv|dsr|tvrip)(?![\p{L}\p{N}])/iu;
const PART = new RegExp(String.raw`(?: -)? part ?(?<part>\d{1,2}|one|two|three|four|five|six)(?= ?${MADE}|$)`, 'iu');
const PART_NUMBERS = ['one', 'two', 'three', 'four', 'five', 'six'];
/** Another name of the title, with the same number behind it: `Имя (S2E1) / Name (S2E1)`. */
const OTHER_NAME = /^[)\]]? ?[/|] ?(?<name>[^[(|/]+?) ?[[(]s\d{1,3}e\d/iu;
/** `Name Season 2 OVA [Grp] OVA`: an OVA of that season, or one of its episodes. */
const OVA_LAST = /(?: (?:ova|oad|ona)(?: \[[^\]]*\])?){1,2} ?-? ?$/iu;
/** `Name Specials - 02` */
const SPECIALS_LAST = /(?<=. )(?:- )?specials(?= ?-? ?$)/iu;
const VOLUME = /(?:^| )(?:- )?vol(?:ume)?[ .]? ?\d{1,3}(?:v\d)?.*$/iu;
const VOLUME_END = /(?: -)? vol(?:ume)?[ .]{0,2}\d{1,3}(?: -)? ?$/iu;
/** `S01 2014`, and then how it was made. */
const YEAR_OF_SEASON = new RegExp(
  String.raw`(?<= s\d{1,2}(?: ?[-~] ?s\d{1,2})?) (?:19|20)\d\d(?:-(?:19|20)\d\d)?(?= ?${MADE}|$)`,
  'iu',
);
/** A number that no shape explains: `Name ③`. */
const STRAY_NUMBER =
  /(?<![\p{L}\p{N}])\d+(?:\.\d+)?(?![\p{L}\p{N}])|\p{L}\d{1,4}$|(?<![\p{L}\p{N}])0\d{1,2}\p{L}|(?<=. )\[[^\]]*\p{L}0\d\]|[\u2460-\u2473]|[\p{No}\p{Nl}]$/u;
/** `1화 2화`: the file has more than one episode. */
const ANOTHER_EPISODE = /^[ ,+&/~-]*[제第]?\d{1,4} ?(?:[화회](?!\p{Script=Hangul})|[話话集回](?!\p{Script=Han}))/u;
/** A part of a season, which most releases count on: `Name Part 2 - 13`, `Name 2nd Cour - 13`. */
const PART_END =
  /(?: -)? (?:(?:part|parte|cour|파트|パート) ?\d{1,2}|\d(?:st|nd|rd|th) cour|제? ?\d{1,2}부|第\d{1,2}部)(?= ?(?:[/|]|\]?(?: -)? ?$))/giu;
const SHORT_PART_END = /(?<=.) p\d(?: -)? ?$/iu;

/** The number of all episodes in front of S01E05: `- 05 (`, `- 05 -`. */
const withoutAbsolute = (before: string) =>
  before
    .replace(/(?<= -) \d{1,4}(?:\.\d)?(?:v\d)?(?: ?\p{Script=Han}{1,3}[篇集編])?(?: ?[[(]| | - ?)$/u, '')
    .replace(/[[(]$/, '');

/** `S01E05 - 005 - Words`, `S01E05 (005) - Words`: the number of all episodes is no part of the episode's name. */
const ABSOLUTE_BEHIND = /^ ?(?:- )?\(?\d{2,4}(?:-\d{2,4}){0,3}\)?(?:v\d)? - /u;

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

const subjectOf = (after: string) => {
  const end = after.search(new RegExp(`${MADE}|[[{]`));
  const text = (end < 0 ? after : after.slice(0, end)).replace(/^[\s\]).,:~-]+|[\s([{~-]+$/gu, '').trim();
  // 「Name」 is said about an episode as quotes are.
  const bare = /^(?:「([^「」]+)」|『([^『』]+)』)$/u.exec(text);
  return /^\(.*\)$/.test(text) || !/\p{L}/u.test(text) ? undefined : (bare?.[1] ?? bare?.[2] ?? text);
};

/** Several words behind what says how the video was made: the title may go on there. */
const hasWordsBehind = (flat: string): boolean => {
  const made = flat.indexOf(MADE);
  const behind = made < 0 ? '' : flat.slice(made).replace(/[[({][^\])}]*[\])}]/g, ' ');
  return (behind.match(/\p{L}{2,}/gu) ?? []).length > 1;
};

function readUnnumbered(flat: string, found: FoundKind | undefined): StemReading {
  const special = found ? undefined : (LONE_SPECIAL.exec(flat) ?? undefined);
  const cut = found?.start ?? special?.index;
  const whole = cut === undefined ? flat : flat.slice(0, cut).replace(/[[(]$/, '');
  const { season, rest } = takeSeason(
    whole.replace(YEAR_OF_SEASON, '').replace(VOLUME, '').replace(LAST_EPISODE, '').replace(VERSION_LAST, ''),
  );
  const title = readTitle(rest, true);
  return {
    ...EMPTY,
    title: title?.title,
    version: numberOf(VERSION_LAST.exec(whole)?.[1]),
    season: special ? 0 : season,
    kind: found?.kind ?? (special ? 'special' : 'episode'),
    flat,
    confidence: {
      title: Math.min(title?.confidence ?? 0, hasWordsBehind(whole) || OVA_WORD.test(rest) ? 0.7 : 1),
      // A film has no number and no season; a number that was not understood may be one.
      episode:
        VOLUME.test(whole) || STRAY_NUMBER.test(rest) || UNREAD.test(flat) || (season !== undefined && !special)
          ? 0.4
          : special
            ? 0.75
            : 0.85,
    },
  };
}

/** What is left of a title has one half of its quotes or dashes, or says that it is an extra volume, which may be a work of its own. */
const isTorn = (title: string) => title.split('"').length % 2 === 0 || / (?:OVA|OAD|ONA)$| - -|^[^[]*\]/i.test(title);

/** A name that has a day in the place of a number: the operator says which episode it is. */
function readDay(flat: string, { start, end }: { start: number; end: number }): StemReading {
  const { title, season, kind, confidence } = readUnnumbered(flat.slice(0, start).replace(/[\s([{-]+$/, ''), undefined);
  return {
    ...EMPTY,
    title,
    season,
    kind,
    subject: subjectOf(flat.slice(end)),
    flat,
    confidence: { title: confidence.title, episode: 0.4 },
  };
}

/** `1013` is the thirteenth episode of the tenth season. */
const isSeasonAndEpisode = (number: number) =>
  Number.isInteger(number) &&
  number > 100 &&
  number < 2000 &&
  !isYear(String(number)) &&
  number % 100 > 0 &&
  number % 100 < 50;

/** What television's own releases mean by a number or a part. */
function asTelevision(marker: Marker | undefined, flat: string, isSpaced: boolean): Marker | undefined {
  const part = marker === undefined ? PART.exec(flat) : null;
  if (part) {
    const said = part.groups!.part!.toLowerCase();
    const episode = PART_NUMBERS.includes(said) ? PART_NUMBERS.indexOf(said) + 1 : Number(said);
    const place = { start: part.index, end: part.index + part[0].length };
    return {
      ...place,
      season: 1,
      episode,
      last: undefined,
      part: undefined,
      version: undefined,
      isSpecial: false,
      confidence: 0.5,
    };
  }
  if (!marker || isSpaced) return marker;
  const { season, episode = 0, last, confidence } = marker;
  const isBoth = season === undefined && last === undefined && confidence <= 0.6 && isSeasonAndEpisode(episode);
  if (!isBoth) return marker;
  return { ...marker, season: Math.floor(episode / 100), episode: episode % 100 };
}

/** `Name 04 [04]`: the number stands there twice. */
function withoutEpisode(title: string, episode: number | undefined): string {
  const said = / 0\d{1,2}$/.exec(title)?.[0];
  return said !== undefined && Number(said) === episode ? title.slice(0, -said.length) : title;
}

/** Reads a flattened name of which the place of the number is known. */
export function readNumbered(flat: string, marker: Marker, found?: FoundKind): StemReading {
  const isPlain = marker.season === undefined;
  const before = withoutDays(withoutAbsolute(flat.slice(0, marker.start)));
  const opened = /[[({][^\])}]*$/.exec(before)?.[0] ?? '';
  const taken = takeSeason(withoutAbsolute(before.slice(0, before.length - opened.length)));
  const { season = takeSeason(opened).season } = taken;
  const isPlural = SPECIALS_LAST.test(taken.rest);
  const named = taken.rest.replace(SPECIALS_LAST, '').replace(/ (?:episode|ep\.?)$/iu, '');
  const isOva = season !== undefined && OVA_LAST.test(named);
  const counted = (isOva ? named.replace(OVA_LAST, '') : named).replace(VOLUME_END, '');
  const rest = (season === undefined ? counted : counted.replace(SHORT_PART_END, '')).replace(PART_END, '');
  const cut =
    found && found.start < rest.length && rest.slice(0, found.start).trim() !== '' ? rest.slice(0, found.start) : rest;
  const after = flat.slice(marker.end);
  const other = OTHER_NAME.exec(after)?.groups!.name;
  const whole = readTitle(marker.isSpecial ? cut.replace(/ -? ?$/, '') : cut, false);
  const read = whole && { ...whole, title: withoutEpisode(whole.title, marker.episode) };
  const title =
    read && other !== undefined ? { title: pickName(`${read.title} / ${other}`).name, confidence: 0.7 } : read;
  const isSpecial =
    marker.isSpecial || marker.season === 0 || season === 0 || (isPlural && marker.season === undefined);
  return {
    title: title?.title,
    season: isSpecial ? 0 : (marker.season ?? season ?? (isPlain ? takeSeason(after).season : undefined)),
    episode: marker.episode,
    last: marker.last,
    part: marker.part,
    version: marker.version ?? numberOf(/(?:^ ?[[(]| )v(\d)(?!\p{L})/iu.exec(after)?.[1]),
    subject: subjectOf(isPlain ? after : after.replace(ABSOLUTE_BEHIND, ' - ')),
    kind: found?.kind ?? (isSpecial ? 'special' : 'episode'),
    flat,
    isGroupAlone: /^\[[^\]]*\] ?$/.test(before) && flat[marker.start] !== '[',
    confidence: {
      // `Name 214 S10E14`: the number of all episodes, or a word of the title.
      title:
        isOva || rest !== counted || (!isPlain && /\d{3}$/.test(title?.title ?? '')) || isTorn(title?.title ?? '')
          ? Math.min(0.7, title?.confidence ?? 0)
          : (title?.confidence ?? 0),
      // Volumes and specials may count from one again, and the catalogue has no parts of an episode.
      episode:
        counted === named && !isPlural && marker.part === undefined && !ANOTHER_EPISODE.test(after)
          ? marker.confidence
          : Math.min(marker.confidence, 0.6),
    },
  };
}

/** Reads the name of a folder: a number at its end is part of the title, but not the episodes of a release, `01-12`. */
export function readFolderName(name: string): StemReading {
  const flat = flatten(name);
  const marker = findMarker(flat);
  const isRelease = marker && (marker.last !== undefined || marker.season !== undefined || marker.confidence >= 0.9);
  return isRelease ? readNumbered(flat, marker) : readUnnumbered(flat, undefined);
}

/** Reads the name of a file, without the ending of a video. */
export function readStem(stem: string): StemReading {
  const flat = flatten(stem);
  const found = findKind(flat);
  const told = findMarker(flat);
  const marker = TELEVISION.test(stem) ? asTelevision(told, flat, stem.includes(' ')) : told;
  const day = findDay(flat);
  if (day && (!marker || (marker.confidence <= 0.6 && marker.end >= day.start))) return readDay(flat, day);
  // S01E05 is an episode whatever the rest says. The number of a trailer is not an episode, nor is an uncertain one before it.
  if (!marker) {
    const reading = readUnnumbered(flat, found);
    return saysTotal(stem) ? { ...reading, confidence: { ...reading.confidence, episode: 0.4 } } : reading;
  }
  if (marker.season !== undefined || !found) return readNumbered(flat, marker, undefined);
  if (found.start <= marker.start || marker.confidence <= 0.6) return readUnnumbered(flat, found);
  // `Ep01 Preview`, but not an episode whose name ends in such a word.
  return readNumbered(flat, marker, found.start <= marker.end + 4 ? found : undefined);
}
