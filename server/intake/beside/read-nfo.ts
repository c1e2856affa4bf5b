import { TimeLimitError, withinTime } from '../subtitles/within-time.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOf } from '../texts/notice-texts.ts';
import { decodeXml, type DecodedXml } from './decode-xml.ts';
import type { EpisodeFacts, TitleFacts } from '#contract/console/metadata.ts';
import { joinEpisodes, readEpisode, readTitle } from './read-facts.ts';
import { readXml, XmlTooLargeError, type Element, type Xml } from './read-xml.ts';

/** Those of media centres, with all actors of a long series, have 200 kB. */
export const LARGEST_NFO_BYTES = 2_000_000;
const READING_MS = 5_000;

export interface Nfo {
  /** Which kind of thing the file describes; undefined when it describes nothing. */
  readonly kind: 'tvshow' | 'movie' | 'episode' | undefined;
  readonly title: TitleFacts | null;
  readonly episode: EpisodeFacts | null;
  readonly notices: readonly CodedText[];
}

const NOTHING = { kind: undefined, title: null, episode: null } as const;

/** Names of elements, in small letters. */
const isRoot = ({ name }: Element) => name === 'tvshow' || name === 'movie' || name === 'episodedetails';

/** Some programs put several episodes into an element of their own. */
const rootsOf = ({ roots }: Xml): Element[] => {
  const found = roots.filter(isRoot);
  return found.length > 0 ? found : roots.flatMap(({ children }) => children.filter(isRoot));
};

const ADDRESS = /^\s*https?:\/\/\S{1,2000}\s*$/i;

/**
 * Reads a `.nfo` file of Kodi, Jellyfin or Emby.
 *
 * @param file its name for notices, as `shownName` writes it.
 */
export function readNfo(bytes: Uint8Array, file: string): Nfo {
  if (bytes.length > LARGEST_NFO_BYTES) return { ...NOTHING, notices: [noticeOf('METADATA_TOO_LARGE', { file })] };
  const decoded = decodeXml(bytes);
  if (decoded.isUnreadable) return { ...NOTHING, notices: [noticeOf('METADATA_UNDECODABLE', { file })] };
  try {
    return withinTime(() => readDecoded(decoded, file), READING_MS);
  } catch (error) {
    // Thrown in another context, where `instanceof` fails: compare the name.
    if (!(error instanceof TimeLimitError) && (error as Error).name !== XmlTooLargeError.name) throw error;
    return { ...NOTHING, notices: [noticeOf('METADATA_TOO_LARGE', { file })] };
  }
}

function readDecoded({ text, said = 'utf-8', encoding, isMisnamed }: DecodedXml, file: string): Nfo {
  const xml = readXml(text);
  const found = rootsOf(xml);
  const [first] = found;
  if (first === undefined) {
    const isPage = xml.roots.some(({ name }) => name === 'html') || /<!doctype html/i.test(text.slice(0, 1_000));
    const code = isPage ? 'METADATA_PAGE' : ADDRESS.test(text) ? 'METADATA_ADDRESS' : 'METADATA_UNREADABLE';
    return { ...NOTHING, notices: [noticeOf(code, { file })] };
  }
  const episodes = found.filter(({ name }) => name === 'episodedetails');
  const notices = [
    ...(isMisnamed ? [noticeOf('METADATA_ENCODING', { file, said, encoding })] : []),
    ...(xml.hasEntities ? [noticeOf('METADATA_ENTITIES', { file })] : []),
    ...(xml.isCut ? [noticeOf('METADATA_CUT', { file })] : []),
    ...(episodes.length > 1 ? [noticeOf('METADATA_SEVERAL', { file, count: episodes.length })] : []),
  ];
  if (first.name === 'episodedetails')
    return { kind: 'episode', title: null, episode: joinEpisodes(episodes.map(readEpisode)), notices };
  return { kind: first.name as 'tvshow' | 'movie', title: readTitle(first), episode: null, notices };
}
