import { guessLanguage, languageOf, UNKNOWN_LANGUAGE } from '../plan/languages.ts';
import { type Cue, type CueTrack, LONGEST_CUE, MOST_LETTERS, shownCues, textOf } from './cue.ts';
import { readMarkup } from './markup.ts';

const LONGEST_HEAD = 50_000;
/** With its tags. */
const LONGEST_TEXT = 50_000;
/** More classes than any file has languages. */
const MOST_CLASSES = 20;

/** Names of classes that files use without saying their language. */
const CLASS_LANGUAGES: readonly (readonly [RegExp, string])[] = [
  [/^(?:kr|ko)/i, 'ko'],
  [/^(?:en|eg|us)/i, 'en'],
  [/^(?:jp|ja)/i, 'ja'],
  [/^(?:ch|cn|zh)/i, 'zh'],
];

/** One `SYNC`: what each class shows from its time on. */
interface Sync {
  readonly ms: number;
  readonly endMs: number | undefined;
  /** Source by class in capitals; `''` for paragraphs without one. */
  readonly texts: Map<string, string>;
}

interface Moment {
  readonly ms: number;
  readonly endMs: number | undefined;
  readonly text: string;
}

const STRUCTURE = /<(\/?)(sync|p|body|sami)(?![a-z0-9])([^<>]{0,500})>?/iy;
const COMMENT = '<!--';
const COMMENT_END = '-->';

const classOf = (attributes: string) =>
  (/class\s{0,9}=\s{0,9}["']?\s{0,9}\.?([\w-]{1,50})/i.exec(attributes)?.[1] ?? '').toUpperCase();

function numberOf(attributes: string, name: 'start' | 'end'): number | undefined {
  const pattern = {
    start: /start\s{0,9}=\s{0,9}["']?\s{0,9}(-?\d{1,12})/i,
    end: /\bend\s{0,9}=\s{0,9}["']?\s{0,9}(-?\d{1,12})/i,
  };
  const [, number] = pattern[name].exec(attributes) ?? [];
  return number === undefined ? undefined : Number(number);
}

/** The moments of a file. Tags that are not closed, and those in another order, are usual. */
function syncsOf(source: string): Sync[] {
  const syncs: Sync[] = [];
  let sync: Sync | undefined;
  let paragraph = '';
  let from = 0;
  let hasCommentEnd = true;
  const take = (end: number) => {
    if (sync === undefined) return;
    const text = source.slice(from, end);
    // White space between `SYNC` and `P` is no paragraph.
    if (paragraph === '' && text.trim() === '') return;
    sync.texts.set(paragraph, ((sync.texts.get(paragraph) ?? '') + text).slice(0, LONGEST_TEXT));
  };
  for (let at = source.indexOf('<'); at >= 0; at = source.indexOf('<', at)) {
    if (hasCommentEnd && source.startsWith(COMMENT, at)) {
      const end = source.indexOf(COMMENT_END, at + COMMENT.length);
      hasCommentEnd = end >= 0;
      take(at);
      from = hasCommentEnd ? end + COMMENT_END.length : at + COMMENT.length;
      at = from;
      continue;
    }
    STRUCTURE.lastIndex = at;
    const [whole, slash, written = '', attributes = ''] = STRUCTURE.exec(source) ?? [];
    if (whole === undefined) {
      at += 1;
      continue;
    }
    take(at);
    at += whole.length;
    from = at;
    const name = written.toLowerCase();
    if (slash !== '') {
      if (name === 'body' || name === 'sami') sync = undefined;
      continue;
    }
    if (name === 'sync') {
      const ms = numberOf(attributes, 'start');
      sync = ms === undefined ? undefined : { ms, endMs: numberOf(attributes, 'end'), texts: new Map() };
      if (sync) syncs.push(sync);
      paragraph = '';
    }
    if (name === 'p') {
      paragraph = classOf(attributes);
      if (sync && !sync.texts.has(paragraph)) sync.texts.set(paragraph, '');
    }
  }
  take(source.length);
  return syncs;
}

/** HTML's white space, and line breaks only where the file says so. */
const spansOf = (text: string) =>
  readMarkup(
    text
      .replace(/[ \t\r\n\f]+/g, ' ')
      .trim()
      .replace(/ ?<br ?\/?> ?/gi, '<br>'),
    'sami',
  );

/** Sorted; of several at one time, all texts are shown, and a blank one beside them is not an end. */
function ordered(moments: readonly Moment[]): Moment[] {
  const found: Moment[] = [];
  for (const moment of [...moments].sort((one, other) => one.ms - other.ms)) {
    const last = found.at(-1);
    if (last?.ms !== moment.ms) found.push(moment);
    else if (isBlank(last.text)) found[found.length - 1] = moment;
    else if (!isBlank(moment.text) && last.text.length < MOST_LETTERS && last.text.trim() !== moment.text.trim())
      found[found.length - 1] = { ...last, text: `${last.text}<br>${moment.text}` };
  }
  return found;
}

const isBlank = (text: string) => textOf({ spans: spansOf(text) }).trim() === '';

function cuesOf(moments: readonly Moment[]): Cue[] {
  const all = ordered(moments);
  const cues = all.map(({ ms, endMs, text }, index): Cue => {
    const next = all[index + 1];
    const isEnded = next !== undefined && isBlank(next.text);
    const end = Math.min(next?.ms ?? Number.POSITIVE_INFINITY, endMs ?? Number.POSITIVE_INFINITY);
    return {
      startSeconds: Math.max(0, ms / 1000),
      endSeconds: isEnded ? end / 1000 : Math.min(end / 1000, ms / 1000 + LONGEST_CUE),
      spans: spansOf(text),
      place: null,
    };
  });
  return shownCues(cues);
}

/** Languages by class, as the style sheet says. */
function languagesOf(head: string): Map<string, string> {
  const languages = new Map<string, string>();
  for (const [, name = '', body = ''] of head.matchAll(/\.([\w-]{1,50})\s{0,50}\{([^{}]{0,1000})\}/g)) {
    const [, lang = ''] = /lang\s{0,9}:\s{0,9}["']?([\w-]{2,20})/i.exec(body) ?? [];
    const tag = languageOf(lang);
    // `ko-KR` says no more than `ko`; Chinese has two writings.
    if (tag !== UNKNOWN_LANGUAGE) languages.set(name.toUpperCase(), tag.startsWith('zh') ? tag : tag.split('-')[0]!);
  }
  return languages;
}

/** Reads SAMI (`.smi`), of which each class is a language: one list of cues for each. */
export function readSami(source: string): CueTrack[] {
  const syncs = syncsOf(source);
  const head = source.slice(0, Math.min(LONGEST_HEAD, Math.max(0, source.search(/<sync/i))));
  const languages = languagesOf(head);
  const named = [...new Set(syncs.flatMap(({ texts }) => [...texts.keys()]))].filter((name) => name !== '');
  const ends = syncs.map(({ texts }) => isEnd(texts));
  const classes = named.length === 0 ? [''] : named.slice(0, MOST_CLASSES);
  return classes.flatMap((name, index): CueTrack[] => {
    const moments = syncs.flatMap(({ ms, endMs, texts }, at): Moment[] => {
      const own = texts.get(name);
      // Text without a class is of the first one; a moment without any text ends all.
      const text = own ?? (index === 0 ? texts.get('') : undefined) ?? (ends[at] ? '' : undefined);
      return text === undefined ? [] : [{ ms, endMs, text }];
    });
    const cues = cuesOf(moments);
    if (cues.length === 0) return [];
    // Korean and Japanese are known by their letters; many files have the style sheet of another language.
    const guess = guessLanguage(cues.slice(0, 500).map(textOf).join('\n'));
    const said = languages.get(name) ?? CLASS_LANGUAGES.find(([pattern]) => pattern.test(name))?.[1];
    return [{ cues, lang: guess === UNKNOWN_LANGUAGE ? (said ?? guess) : guess }];
  });
}

const isEnd = (texts: ReadonlyMap<string, string>) =>
  texts.size === 0 || (texts.size === 1 && texts.has('') && isBlank(texts.get('') ?? ''));
