import { LRUCache } from 'lru-cache';

/** Words of release names that say how a video was made, and nothing about what is in it. Each expression matches one word. */
const MADE_WORDS: readonly RegExp[] = [
  /^\d{3,4}[pi](?:@?\d{2,3}(?:fps)?)?$/,
  // 1920x1080, but 2016x231 is an episode of a year.
  /^(?!(?:19|20)\d\d[x*×][1-3]\d\d$)\d{3,4}[x*×]\d{3,4}[pi]?(?:@\d{2,3}fps)?$/,
  /^(?:4k|8k|uhd|fhd|hdr|hdr10|sdr|hlg|dv)$/,
  /^(?:x|h)\.?26[456]$/,
  /^(?:hevc|avc|av1|vp9|xvid|divx[\d.]*|mpeg[24]?|wmv|nvenc|vc-?1)$/,
  /^(?:aac|flac|ac-?3|e-?ac-?3|ddp|dd|dts(?:-?(?:hd|es|x|hdma))?(?:-ma)?|dtshd-ma|truehd|opus|vorbis|mp3|ogg|pcm|lpcm|atmos)(?:x\d|\d?(?:[.]\d)?x?)?$/,
  /^(?:bd|bdmv|bd-?rip|bdremux|br-?rip|blu-?ray|dvd|dvd-?rip|dvd-?scr|dvd5|dvd9|ld-?rip|vhs-?rip)$/,
  /^(?:web|web-?dl|web-?rip|webdl|hdtv|hdtv-?rip|hdrip|pdtv|dsr|tv-?rip|sdtv|dtv|cam|remux|hqr)$/,
  /^(?:hi10p?|ma10p|hi444p{1,2}|hi422p|(?:8|10|12)-?bits?|8b|10b|12b|yuv\d+p?\d*|\d{2,3}fps)$/,
  /^(?:vostfr|vosta|vost|vf|multi-?subs?|softsubs?|hardsubs?|dual-?audio|multi-?audio|eng-?subs?)$/,
  /^(?:chs|cht|jpsc|jptc|big5|gb|gb_?jp|gb_?mp4|chs_?jpn|cht_?jpn|sc_?jp|tc_?jp|jpn|jap|srtx?\d?|assx?\d?|subx\d)$/,
  /^(?:mkv|mp4|avi|webm|ogm|rmvb)$/,
  /^(?:baha|viutv|bilibili|b-global|amzn|dsnp|hulu|mbs|nbn|bs11|at-x)$/,
  /^(?:remaster(?:ed)?|uncensored|batch)$/,
];

/** Words that say how a video was made only beside the words above, or alone in brackets. */
const WEAK_WORDS: ReadonlySet<string> = new Set(
  (
    'tv hd sd hq dual audio multi sub subs eng english jp ja japanese ko kor korean en fr de es ru it pt kr cn ch ntsc pal ' +
    'final end fin complete weekly proper repack real internal extended uncut dub web chap ass 720 1080 480 2160 raw raws ' +
    'bit video music draft subbed dubbed r1 r2 fixed version ver nf cr hidive fansub fansubs par ws nc-raws'
  ).split(' '),
);

/** Chinese and Japanese notes of release groups: languages of subtitles, the quarter of the year, calls for helpers. */
const NOTE =
  /[简簡繁]|字幕|雙語|双语|内嵌|內嵌|内封|內封|外挂|外掛|招募|月新番|^新番|国漫|國漫|完结|完結|典藏版|正式版|[國国]語|自购|搬运|配音|[检檢検]索|[僅仅]限|年[齡龄]限制|\d{2,4}年\S{0,3}[劇剧番]|더빙|자막|우리말|무삭제/u;

/** Most names share the same few words, which are all short. */
const known = new LRUCache<string, boolean>({ max: 2000 });
const LONGEST_MADE = 30;

export function isMadeWord(word: string): boolean {
  if (word.length > LONGEST_MADE) return false;
  let isMade = known.get(word);
  if (isMade === undefined) {
    const small = word.toLowerCase();
    isMade = MADE_WORDS.some((words) => words.test(small));
    known.set(word, isMade);
  }
  return isMade;
}
export const isWeakWord = (word: string): boolean => WEAK_WORDS.has(word.toLowerCase());
export const isNote = (text: string): boolean => NOTE.test(text);
/** A CRC-32 in hexadecimal digits. Digits alone may be a date, so they count only in brackets. */
export const isChecksum = (text: string): boolean => /^[\da-f]{8}$/i.test(text);
export const isYear = (text: string): boolean => /^(?:19|20)\d\d$/.test(text);

/** What a video is, when it is no ordinary episode. */
export type NameKind = 'episode' | 'special' | 'opening' | 'ending' | 'trailer' | 'extra';

/** Words for a season in front of its number. `Series` is one only as the name of a folder. */
export const SEASON_WORD =
  '(?:season|시즌|シーズン|saison|staffel|stagione|temporada|seizoen|s[aæ]e?song?|sesong|kausi|sezona?|sezóna|sezonul|сезон|évad)';

/** Names of folders, which hold one kind of video. */
export const FOLDER_KINDS: readonly (readonly [RegExp, NameKind])[] = [
  [
    /^(?:specials?|sp|sps|ovas?|oads?|onas?|ovas? ?& ?specials?|번외편?|season ?0{1,2}|s0{1,2}|스페셜|특별편|特別編|特别篇|特典映像集)$/iu,
    'special',
  ],
  [
    /^(?:nc|ncop|nced|ncop ?& ?nced|nc ?op ?ed|ops?|creditless|textless|creditless (?:op|ed|openings?|endings?))$/iu,
    'opening',
  ],
  [/^(?:trailers?|teasers?|pvs?|cms?|previews?|promos?|예고편?|予告編?|预告)$/iu, 'trailer'],
  [
    /^(?:extras?|bonus(?:es)?|menus?|samples?|featurettes?|interviews?|scenes|deleted scenes|behind the scenes|shorts|backdrops|other|scans|tokuten|특전|부록|메이킹|特典|映像特典|特典映像|映像特典集|花絮|番外花絮)$/iu,
    'extra',
  ],
];

/** Words of a file that is no episode. They stand alone: behind a dash, in brackets, with a number, or as the whole name. */
export const FILE_KINDS: readonly (readonly [RegExp, NameKind])[] = [
  [
    /^(?:nc ?op|op|opening|creditless op(?:ening)?|textless op(?:ening)?|clean op(?:ening)?|오프닝|무자막 오프닝)$/iu,
    'opening',
  ],
  [
    /^(?:nc ?ed|ed|ending|creditless ed|creditless ending|textless ed(?:ing)?|textless ending|clean ed|clean ending|엔딩)$/iu,
    'ending',
  ],
  [/^(?:pv|cm|trailer|teaser|promo|preview|予告|予告編|예고|예고편|티저|预告)$/iu, 'trailer'],
  [
    /^(?:menu|sample|bonus|extras?|making|making of|featurette|interview|behindthescenes|deleted|특전|메뉴|映像特典|特典|메이킹|logo|warning|iv)$/iu,
    'extra',
  ],
];

/** Folders that say what is in them, but are no title. */
export const PLAIN_FOLDER =
  /^(?:videos?|movies?|films?|anime|animation|tv|tv shows|shows|series|downloads?|completed?|incoming|torrents?|media|files?|new|new folder|unsorted|temp|tmp|home|data|mnt|srv|share[ds]?|public|inbox|uploads?|watch|batch|영상|동영상|비디오|애니|애니메이션|드라마|영화|다운로드|새 폴더|新建文件夹|新しいフォルダー)$/iu;
