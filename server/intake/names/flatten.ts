import { isVideo } from '../file-kinds.ts';
import { isChecksum, isMadeWord, isNote, isWeakWord, isYear } from './words.ts';

/** Stands for words that say how a video was made: they end a title. */
export const MADE = '\u00a4';

/** Brackets within brackets: they split nothing. */
export const INNER = ['（', '）'] as const;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]+/gu;
const PAIRS: Readonly<Record<string, string>> = { '[': ']', '(': ')', '{': '}' };
/** Forms of East Asia, which mean the same as those of ASCII. */
const FOLDED: Readonly<Record<string, string>> = {
  '【': '[',
  '】': ']',
  '［': '[',
  '］': ']',
  '（': '(',
  '）': ')',
  '｛': '{',
  '｝': '}',
  '\u3000': ' ',
  '★': ' ',
  '＃': '#',
  '－': '-',
  '–': '-',
  '—': '-',
  '‒': '-',
  '‐': '-',
  '−': '-',
  '＆': '&',
  '／': '/',
  '｜': '|',
};
const FOREIGN = new RegExp(`[${Object.keys(FOLDED).join('')}]`, 'g');
const KANJI = '〇一二三四五六七八九';

/** A single line of visible characters. File systems of macOS store Hangul decomposed. */
export const tidy = (text: string): string => text.normalize('NFC').replace(INVISIBLE, ' ').replace(/\s+/g, ' ').trim();

/** A digit of another script. Unicode has ten of a kind in a row. */
const digitOf = (digit: string): string => {
  const code = digit.codePointAt(0)!;
  let value = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return String(value % 10);
};

/** `二十四` is 24, in front of words that count. */
const readKanji = (digits: string): string => {
  const [tens, ones] = digits.includes('十') ? digits.split('十') : ['', digits];
  const valueOf = (text: string | undefined, empty: number) =>
    text === undefined || text === ''
      ? empty
      : [...text].reduce((sum, one) => sum * 10 + Math.max(0, KANJI.indexOf(one)), 0);
  return String((digits.includes('十') ? valueOf(tens, 1) * 10 : 0) + valueOf(ones, 0));
};

/** `全24集`, `총 12화`: how many episodes there are, and not which one it is. */
const TOTAL = /(?:[全共]|(?<![\p{L}\p{N}])(?:총|전) ?)\d{1,4} ?(?:集|話|话|回|화|회|편)(?!\p{Script=Hangul})/gu;

/** Whether a name says how many episodes are in the file. */
export const saysTotal = (name: string): boolean => name.search(TOTAL) >= 0;

/** East Asian forms as ASCII, and numbers in Han characters as digits. */
export const fold = (text: string): string =>
  text
    // ★10月新番★, ★劇場版★: what is announced, in front of the title.
    .replace(/★[^★\s[\]【】]{0,8}(?:新番|老番|周年|[剧劇][场場]版|特[别別]篇|ova|oad|movie)★/giu, ` ${MADE} `)
    .replace(FOREIGN, (character) => FOLDED[character]!)
    .replace(/(?![0-9])\p{Nd}/gu, digitOf)
    .replace(TOTAL, MADE)
    .replace(/(?<=(?<!\d)\d{1,2}x\d{2})_(?=\d{2}(?!\d))/g, '-')
    // A second series for television, in a name that tells it from a film: `Name 2 (TV)`.
    .replace(/(?<=\p{L}!?[ _])(\d)[ _]\(TV\)/giu, 'Season $1')
    .replace(
      /第 ?([〇一二三四五六七八九十]{1,3})(?= ?(?:[季期话話集回]|部(?!分)))/gu,
      (_all, digits: string) => `第${readKanji(digits)}`,
    );

/** A part of a name: text, or what stands in brackets. */
interface Part {
  text: string;
  open: string;
}

function splitBrackets(text: string): Part[] {
  const parts: Part[] = [];
  let start = 0;
  const unclosed = new Set<string>();
  for (let at = 0; at < text.length; at += 1) {
    const open = text[at]!;
    const close = PAIRS[open];
    if (close === undefined || unclosed.has(close)) continue;
    const end = text.indexOf(close, at + 1);
    if (end < 0) {
      unclosed.add(close);
      continue;
    }
    parts.push({ text: text.slice(start, at), open: '' }, { text: text.slice(at + 1, end), open });
    start = end + 1;
    at = end;
  }
  return [...parts, { text: text.slice(start), open: '' }];
}

/** Which characters people put between words instead of spaces. A name has one of them. */
function separatorOf(text: string): RegExp | undefined {
  const inner = text.replace(/^[\s._+-]+|[\s._+-]+$/g, '');
  if (/[ _]/.test(inner)) return undefined;
  if (/[^\d.]\.|\.[^\d.]/.test(inner)) return /\.(?!5(?!\d))|(?<!\d)\.|(?<=\d{3})\./g;
  if (inner.includes('+')) return /\+/g;
  return inner.split('-').length > 2 || /^\p{L}+-\d{2,4}$/u.test(inner) ? /-/g : undefined;
}

/** Parts a number from what is written to it without a space: `12.DVD`, `-ep1`, `Title-01`. */
const loosen = (text: string): string =>
  text
    .replace(
      /(?<=[\p{L}\p{N}!?])(?<!e\d{1,4}|\d{1,2}x\d{1,4})[-.](?=(?:ep?\d{1,4}(?!\p{L})|s\d{1,2}\.?e\d|\d{1,2}x\d{2}(?!\p{L})))/giu,
      ' ',
    )
    // `달빛 여우.E03.251015.1080p`, as Korean television is called: spaces in the title, dots behind it, and the day of the broadcast.
    .replace(/(?<=[\p{L}\p{N}!?>)])\.(?=(?:시즌 ?\d{1,2}|s\d{1,2})(?:\.|$| ))/giu, ' ')
    .replace(/(?<=[\p{L}\p{N}!?>)])\.(?=e\d{2,4}(?:[-~]e?\d{2,4})?\.)/giu, ' ')
    .replace(/(?<= e\d{2,4}(?:[-~]e?\d{2,4})?)\.(?:\d{2}(?:0[1-9]|1[0-2])(?:[0-2]\d|3[01])(?=\.))?/giu, ` ${MADE} `)
    .replace(/(?<=(?:^| )s\d{1,2})\.(?=ep?\d)/giu, '')
    .replace(/(?<=(?:^| )s\d{1,2}e\d{1,3})[.](?=e\d)/giu, '-')
    .replace(/(?<=(?<![\d.])\d{1,4})\.(?=\p{L})/gu, '. ')
    .replace(/\.(?=\d{3})/gu, ' ')
    .replace(/(?<=\p{L}[!?]?)-(?=0\d{1,2}(?:v\d)?(?:$| [[({]))/gu, ' - ')
    // `Moon-Fox-12 Name`: hyphens instead of spaces, up to the number.
    .replace(
      /^(?:\p{L}+-){2,5}(?=(?!(?:19|20)\d\d )\d{2,4} \p{L})/u,
      (words) => `${words.slice(0, -1).replaceAll('-', ' ')} #`,
    )
    .replace(/(?<=[\p{L}!?])- (?=\d{2,3}(?:v\d)?(?: |$))/gu, ' - ')
    .replace(/(?<= \d{2,3})['’](?= |$)/g, '')
    // Hangul and Han take numbers without a space.
    .replace(
      /(?<=[\p{Script=Hangul}\p{Script=Han}\u3040-\u30ff])(?<!제|第|시즌|파트|극장판)(?=\d{2,3}(?:v\d)?(?:$| [[({]))/gu,
      ' ',
    )
    .replace(/(?<=^\d{1,4}|s\d{1,4}e\d{1,5})-(?=\p{L}{2}|$| )/giu, ' - ');

const isMade = (text: string): boolean => {
  const words = text.split(/[\s_,&+|（）]+/).filter((word) => word !== '');
  const inner = words.flatMap((word) => [word, ...word.split(/[.-]/)]).filter((word) => word !== '');
  if (inner.some(isMadeWord)) return true;
  return (
    inner.length > 0 &&
    inner.every((word) => isWeakWord(word) || /^\d+(?:\.\d)?(?:ch)?$/i.test(word)) &&
    inner.some(isWeakWord)
  );
};

/** `24 END`: the last episode. */
const COUNT = /^\d{1,4} ?(?:end|fin|final|完)$/iu;

/** `(2004-2006)`: the years in which a series ran. */
const YEARS = /^(?:19|20)\d\d ?- ?(?:(?:19|20)\d\d)?$/;

/** `TV 04`, `01 1080p HEVC`, `Name (AT-X)`: without what is said beside the number or the name. */
const withoutMade = (inner: string): string => {
  const aside = /^(?<name>.*[^\s])\s?（(?<said>[^（）]*)）$/u.exec(inner)?.groups;
  return (aside && isMade(aside.said!) && !isMade(aside.name!) ? aside.name! : inner)
    .replace(/^TV[ _]?(?=\d{2,3}(?!\d))/i, '')
    .replace(/^(\d{2,3}(?:v\d)?)[ _]\d{3,4}[pi](?![\p{L}\p{N}]).*$/iu, '$1');
};

/** Channels of sound. */
const CHANNELS = /^[257]\.[01](?:ch)?$/i;

/** The text of brackets, or `MADE`. */
function readBrackets({ text, open }: Part, isFirst: boolean): string {
  const whole = tidy(
    text
      .replace(/[[\]{}]/g, ' ')
      .replaceAll('(', INNER[0])
      .replaceAll(')', INNER[1]),
  );
  const inner = isFirst ? whole : withoutMade(whole);
  const isJoined = !inner.includes(' ');
  // Two names in two scripts, `名_Name of it`, or one name without spaces.
  const words = inner
    .replaceAll(' _ ', ' / ')
    .replace(/(?<=[\p{Script=Han}\u3040-\u30ff])_(?=\p{Script=Latin})/gu, isJoined ? ' ' : ' / ')
    .replace(/_/g, ' ');
  const spaced = tidy(isJoined && !/\d/.test(inner) ? words.replace(/\./g, ' ') : words);
  if (
    spaced === '' ||
    spaced === MADE ||
    isChecksum(inner) ||
    CHANNELS.test(inner) ||
    /^(?:tmdb|tvdb|imdb|anidb|anilist|mal)(?:id)?[ =:-]/i.test(inner) ||
    (isYear(inner) && (open !== '[' || !isFirst)) ||
    YEARS.test(inner)
  )
    return MADE;
  if (/^v\d$/i.test(inner)) return `(${inner})`;
  // Several seasons: the first one, and a sign that there are more.
  const several = /^s\d{1,2}(?= ?(?:[+&~] ?|- ?s)s?\d)/i.exec(inner);
  if (several) return `${open}${several[0]}+${PAIRS[open]!}`;
  const count = tidy(spaced.replace(/[（）]/g, ' '));
  if (COUNT.test(count)) return `${open}${count}${PAIRS[open]!}`;
  // The title of a bracketed name may have such words at its end.
  const title = spaced.replace(/ (?:HD )?REMASTER(?:ED)?$/i, '');
  if (!isFirst && (isMade(title) || (isNote(title) && !/^第\d/.test(title)))) return MADE;
  return `${open}${title}${PAIRS[open]!}`;
}

/** Replaces the words of free text that say how a video was made. */
function readWords(text: string, isStart: boolean): string {
  const words = text.split(' ');
  // A title may begin with such a word: `Web of Kites`.
  const isTitle = (word: string) => /^\p{L}+(?:[.-]\p{L}+)*$/u.test(word);
  const isAtStart = isStart && isTitle(words[0]!) && isTitle(words[1] ?? '') && !isMadeWord(words[1]!);
  return words
    .map((word, index) => {
      if (index === 0 && isAtStart) return word;
      const bare = word.replace(/^[,;]+|[,;]+$/g, '');
      const next = words[index + 1] ?? '';
      if (isMadeWord(bare) || /^[57]\.1$/.test(bare)) return MADE;
      if (/^[xh]$/i.test(bare) && /^26[456]/.test(next)) return MADE;
      if (/^(?:dual|multi)$/i.test(bare) && /^audio$/i.test(next)) return MADE;
      if (/^(?:720|1080|2160|480)\.?$/.test(bare) && isMadeWord(next.split(/[.-]/)[0] ?? '')) return MADE;
      if (/^\d{1,2}月新番$/u.test(bare)) return MADE;
      if (/^[A-F\d]{8}$/.test(bare) && /[A-F]/.test(bare) && /\d/.test(bare)) return MADE;
      return isMadeWord(/^[^.-]*/.exec(bare)![0]) ? MADE : word;
    })
    .join(' ');
}

/** The name of a file without the ending of a video, which tools may have written twice. */
export const withoutEnding = (name: string): string => {
  const dot = name.lastIndexOf('.');
  return dot >= 0 && isVideo(name.slice(dot)) ? withoutEnding(name.slice(0, dot).trimEnd()) : name;
};

/** Words that recordings of Japanese television have in front of a title: `TVアニメ「名」`, `アニメA・名`. */
const PROGRAMME = /^(?:TV|テレビ)?アニメ(?:[A-Z]?・|[A-Z]? (?=[^-])|(?=[「『]))/u;

/**
 * A name in one form: words with single spaces, dashes with spaces around them, brackets of ASCII, and `MADE` for everything that
 * says how the video was made. Expressions over it need no optional spaces, so they are linear.
 */
export function flatten(name: string): string {
  const folded = fold(tidy(name))
    .replace(/(?<![\p{L}\p{N}])([hx])[ .](?=26[456])/giu, '$1')
    .replace(PROGRAMME, '');
  const parts = splitBrackets(folded);
  const free = parts.filter(({ open }) => open === '').map(({ text }) => text);
  const separator =
    separatorOf(
      free
        .filter((text) => /[\p{L}\p{N}]/u.test(text))
        .join(' ')
        .trim(),
    ) ?? separatorOf(free.find((text) => /\p{L}/u.test(text)) ?? '');
  const hasMiddle = free.some((text) => /[ _]/.test(text.replace(/^[\s._+-]+|[\s._+-]+$/g, '')));
  let isFirst = true;
  const read = parts.map((part, index) => {
    if (part.open !== '') {
      const text = readBrackets(
        part,
        isFirst && parts.slice(0, index).every(({ text: before }) => !/[\p{L}\p{N}]/u.test(before)),
      );
      isFirst = false;
      return `${text.startsWith('(') && /\p{L}$/u.test(parts[index - 1]?.text ?? '') && text.length < 9 ? '' : ' '}${text} `;
    }
    // `(Name)-01`
    const text =
      index > 0
        ? part.text.replace(/^\.+(?=[\p{L}\p{N}])/u, '').replace(/^-(?=\d{2,4}(?:v\d)?(?: |$))/, ' - ')
        : part.text;
    const split = separator !== undefined && !hasMiddle ? text.replace(separator, ' ') : text;
    const spaced = split.replace(/_/g, ' ').replace(/[[\](){}]/g, ' ');
    const spaces = /^\s/.test(spaced) ? ' ' : '';
    const isStart = parts.slice(0, index).every((before) => before.open !== '' || !/[\p{L}\p{N}]/u.test(before.text));
    return `${spaces}${readWords(tidy(loosen(spaced)), isStart)}`;
  });
  return tidy(read.join('').replace(/(?<= |^)[-~](?= |$)/g, '-'));
}
