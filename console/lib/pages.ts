/** The pages of the console, in the order of its navigation, and who sees them. */
export const PAGES = [
  { path: 'overview', name: '현황', roles: ['owner', 'editor', 'support'] },
  { path: 'viewing', name: '시청', roles: ['owner', 'editor'] },
  { path: 'titles', name: '작품', roles: ['owner', 'editor'] },
  { path: 'looks', name: '꾸미기', roles: ['owner', 'editor'] },
  { path: 'media', name: '미디어', roles: ['owner', 'editor'] },
  { path: 'accounts', name: '이용자', roles: ['owner', 'support'] },
  { path: 'reviews', name: '감상평', roles: ['owner', 'support'] },
  { path: 'requests', name: '요청', roles: ['owner', 'support'] },
  { path: 'advertisements', name: '광고', roles: ['owner', 'editor'] },
  { path: 'shop', name: '판매', roles: ['owner', 'editor', 'support'] },
  { path: 'service', name: '운영 상태', roles: ['owner', 'editor', 'support'] },
  { path: 'staff', name: '운영자', roles: ['owner'] },
  { path: 'automation', name: '자동화', roles: ['owner'] },
  { path: 'sessions', name: '접속', roles: ['owner', 'editor', 'support'] },
  { path: 'audit', name: '기록', roles: ['owner'] },
] as const;
