import type { ServiceKind } from '#contract/console/looks.ts';

/** Names and colours of the profile pictures of a new service. Each has a drawn face. */
export const FIRST_FACES = [
  { name: '보라', color: '#7a52d6' },
  { name: '바다', color: '#2f78c4' },
  { name: '숲', color: '#2f8a57' },
  { name: '노을', color: '#d2632f' },
  { name: '딸기', color: '#c8416b' },
  { name: '밤', color: '#3a4668' },
  { name: '귤', color: '#c98a12' },
  { name: '민트', color: '#1f8f8a' },
] as const;

export const FIRST_THEMES: Record<ServiceKind, readonly { name: string; description: string }[]> = {
  home: [
    { name: '다 같이 보기', description: '온 가족이 함께 볼 작품이에요.' },
    { name: '아이들 먼저', description: '아이들이 좋아하는 작품이에요.' },
    { name: '잠들기 전에', description: '조용히 보기 좋은 작품이에요.' },
  ],
  club: [
    { name: '이달의 작품', description: '이번 달에 함께 보는 작품이에요.' },
    { name: '처음이라면', description: '여기부터 보면 좋아요.' },
    { name: '회원이 고른 작품', description: '회원들이 추천한 작품이에요.' },
  ],
  paid: [
    { name: '지금 인기', description: '많이 보는 작품이에요.' },
    { name: '새로 시작하기 좋은 작품', description: '첫 화부터 재미있어요.' },
    { name: '주말에 몰아 보기', description: '한 번에 다 볼 수 있어요.' },
  ],
};

/** Plans of a new service; a paid one changes its prices before it sells. */
export const FIRST_PLANS: Record<
  ServiceKind,
  readonly { plan: 'basic' | 'premium'; name: string; price: number; days: number; is_paused: boolean }[]
> = {
  home: [],
  club: [{ plan: 'basic', name: '회원 30일', price: 5000, days: 30, is_paused: true }],
  paid: [
    { plan: 'basic', name: '베이직 30일', price: 4900, days: 30, is_paused: true },
    { plan: 'premium', name: '프리미엄 30일', price: 9900, days: 30, is_paused: true },
  ],
};

/** A colour for a text, always the same one. */
export const colorOf = (text: string): string => {
  const sum = Array.from(text).reduce((sofar, letter) => (sofar * 31 + letter.codePointAt(0)!) % 65_537, 7);
  return FIRST_FACES[sum % FIRST_FACES.length]!.color;
};

/** A face on a coloured ground, as SVG. */
export const drawFace = (color: string): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="320" viewBox="0 0 320 320">',
    `<rect width="320" height="320" fill="${color}"/>`,
    '<g fill="#fff"><circle cx="112" cy="140" r="18"/><circle cx="208" cy="140" r="18"/></g>',
    '<path d="M104 196 Q160 250 216 196" fill="none" stroke="#fff" stroke-width="16" stroke-linecap="round"/>',
    '</svg>',
  ].join('');

/** Hills under a moon, as SVG: screens write the theme's name over it. */
export const drawTheme = (color: string): string =>
  [
    '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540" viewBox="0 0 960 540">',
    `<rect width="960" height="540" fill="${color}"/>`,
    '<circle cx="740" cy="150" r="70" fill="#fff" fill-opacity="0.35"/>',
    '<path d="M0 420 Q240 260 480 400 T960 360 V540 H0 Z" fill="#000" fill-opacity="0.22"/>',
    '<path d="M0 480 Q300 360 620 470 T960 450 V540 H0 Z" fill="#000" fill-opacity="0.3"/>',
    '</svg>',
  ].join('');
