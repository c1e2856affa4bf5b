import type { Source, SourceSound } from '../probe/source.ts';
import { languageName, languageOf, UNKNOWN_LANGUAGE } from './languages.ts';
import type { PlannedSound } from './plan.ts';
import type { CodedText } from '../texts/coded-text.ts';
import { noticeOf } from '../texts/notice-texts.ts';

const DESCRIPTION = /descri|음성\s*해설|화면\s*해설|解説/i;
const COMMENTARY = /comment|코멘터리|해설\s*트랙/i;
const DUB = /\bdub|더빙|吹替|吹き替え/i;
const ORIGINAL = /original|원어|원음/i;

type Kind = PlannedSound['role'] | 'commentary';

interface Read {
  readonly sound: SourceSound;
  readonly lang: string;
  readonly kind: Kind;
}

/**
 * The sounds of a clip: the original first, then dubs, then descriptions; one for each language and role. Without any,
 * silence: players switch between clips and advertisements, and televisions do so only between streams of one shape.
 */
export function planSounds({ sounds }: Pick<Source, 'sounds'>): { sounds: PlannedSound[]; notices: CodedText[] } {
  const read = sounds.map((sound): Read => {
    const { tags } = sound;
    return { sound, lang: languageOf(tags.language), kind: kindOf(tags) };
  });
  const original = findOriginal(read);
  const notices: CodedText[] = [];
  const planned: PlannedSound[] = [];
  const roleOf = (one: Read) => (one === original ? 'main' : one.kind === 'main' ? 'dub' : one.kind);
  const ordered = [...read].sort((one, other) => ORDER.indexOf(roleOf(one)) - ORDER.indexOf(roleOf(other)));
  for (const one of ordered) {
    const role = roleOf(one);
    const track = one.sound.stream;
    if (role === 'commentary') {
      notices.push(noticeOf('SOUND_COMMENTARY', { track }));
      continue;
    }
    if (planned.some((other) => other.lang === one.lang && (other.role === role || role === 'dub'))) {
      notices.push(noticeOf('SOUND_SAME_LANGUAGE', { track, lang: one.lang }));
      continue;
    }
    planned.push({
      stream: track,
      lang: one.lang,
      role,
      label: labelOf(one.lang, role),
      name: nameOf(one.lang, role),
    });
  }
  if (planned.length > 0) return { sounds: planned, notices };
  const silence = { stream: null, lang: UNKNOWN_LANGUAGE, role: 'main', label: '소리 없음', name: 'sound' } as const;
  return { sounds: [silence], notices: [...notices, noticeOf('SOUND_MISSING', {})] };
}

const ORDER: readonly Kind[] = ['main', 'dub', 'description', 'commentary'];

function kindOf({ title, isForBlind, isComment, isDub }: SourceSound['tags']): Kind {
  if (isForBlind || DESCRIPTION.test(title)) return 'description';
  if (isComment || COMMENTARY.test(title)) return 'commentary';
  return isDub || DUB.test(title) ? 'dub' : 'main';
}

/** The sound that plays first: what the file calls the original, else its default, else its first that is no dub. */
function findOriginal(read: readonly Read[]): Read | undefined {
  const mains = read.filter(({ kind }) => kind === 'main');
  return (
    mains.find(({ sound: { tags } }) => tags.isOriginal || ORIGINAL.test(tags.title)) ??
    mains.find(({ sound: { tags } }) => tags.isDefault) ??
    mains[0] ??
    read.find(({ kind }) => kind === 'dub') ??
    read[0]
  );
}

function labelOf(lang: string, role: PlannedSound['role']): string {
  const name = languageName(lang);
  switch (role) {
    case 'main':
      return name === '' ? '기본 음성' : lang === 'ko' ? name : `원어 (${name})`;
    case 'dub':
      return name === '' ? '다른 음성' : `${name} 더빙`;
    case 'description':
      return name === '' ? '화면 해설' : `${name} 화면 해설`;
  }
}

const nameOf = (lang: string, role: PlannedSound['role']) =>
  ['sound', lang.toLowerCase(), ...(role === 'main' ? [] : [role])].join('-');
