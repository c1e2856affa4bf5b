import type { Chip } from '#src/ui/keyboard/index.ts';

/** Mail domains of Korean viewers, most common first. */
const DOMAINS = [
  'naver.com',
  'gmail.com',
  'daum.net',
  'kakao.com',
  'nate.com',
  'hanmail.net',
  'hotmail.com',
  'icloud.com',
];

/** Common names in addresses, most common first. */
const NAMES =
  'kim lee park choi jung kang jo yoon jang lim han oh seo shin kwon hwang ahn song hong minsu minji minjun jiwoo jihoon jimin jisoo ' +
  'seoyeon seojun seoyun dohyun donghyun daeun eunji eunseo hyunwoo haneul hana hyejin junho junyoung jaehyun yuna yujin ' +
  'sooyeon sumin subin soyeon sangwoo sungmin sunghoon taehyung woojin youngho yejin chaewon bora nari areum gyuri';
const names = NAMES.split(' ');

const CHIPS_MAX = 5;
/** The row is meant for domains: names leave room for three. */
const NAMES_MAX = 2;

/** Completions of a partly typed address: a name, or the domain. */
export function emailChips(text: string): Chip[] {
  if (text === '') return [];
  const at = text.indexOf('@');
  if (at >= 0) {
    const typed = text.slice(at + 1);
    return domainChips(
      text.slice(0, at),
      DOMAINS.filter((domain) => domain !== typed && domain.startsWith(typed)),
    );
  }
  const word = /[a-z]*$/.exec(text)?.[0] ?? '';
  const before = text.slice(0, text.length - word.length);
  // One letter matches too many names; after a dot, another name is likely.
  const completed =
    word.length > 1 || /[a-z][._-]$/.test(before)
      ? names.filter((name) => name !== word && name.startsWith(word)).slice(0, NAMES_MAX)
      : [];
  const nameChips = completed.map((name): Chip => ({ id: `name-${name}`, label: name, text: before + name }));
  const domains = /[._-]$/.test(text) ? [] : DOMAINS;
  return [...nameChips, ...domainChips(text, domains)].slice(0, CHIPS_MAX);
}

const domainChips = (local: string, domains: readonly string[]): Chip[] =>
  domains.slice(0, CHIPS_MAX).map((domain) => ({
    id: `domain-${domain}`,
    label: `@${domain}`,
    name: `골뱅이 ${domain}`,
    text: `${local}@${domain}`,
    isFinal: true,
  }));
