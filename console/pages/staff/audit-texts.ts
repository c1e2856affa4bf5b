import { timeText } from '#console/lib/format.ts';
import { languageName, soundRoleName, subtitleRoleName } from '#console/editing/tracks/track-names.ts';
import { LIST_NAMES } from '#console/pages/accounts/list-names.ts';

/** Korean names of what entries of the audit log contain: fields of the catalogue's format, and what else operators change. */
export const FIELD_NAMES: Readonly<Record<string, string>> = {
  // Titles, episodes and products
  name: '이름',
  names: '다른 언어의 이름',
  lang: '언어',
  aliases: '별칭',
  countries: '볼 수 있는 나라',
  country_ratings: '나라마다 다른 등급',
  country: '나라',
  uniqueid: '다른 데이터베이스의 번호',
  synopsis: '줄거리',
  genres: '장르',
  tags: '태그',
  medium: '형태',
  content_rating: '시청 등급',
  rating_reasons: '등급 사유',
  air: '방영',
  year: '연도',
  quarter: '분기',
  weekday: '요일',
  is_ended: '완결',
  director: '감독',
  production: '제작',
  cast: '출연',
  color: '대표 색',
  series: '시리즈',
  themes: '테마',
  trailer: '예고편',
  poster: '포스터',
  wide: '가로 그림',
  backdrop: '배경',
  thumbnail: '장면',
  episodes: '회차',
  episode_num: '회차',
  episodeNum: '회차',
  episode_id: '대상',
  subject: '제목',
  clip: '영상',
  access: '시청 조건',
  ad_breaks: '광고 위치',
  published_at: '공개 시각',
  products: '상품',
  kind: '종류',
  rental_hours: '대여 시간',
  price: '가격',
  order: '순서',
  cnt_episode: '회차 수',
  intro: '오프닝',
  outro: '엔딩',
  recap: '지난 이야기',
  subtitles: '자막',
  style: '자막 스타일',
  corrected_lines: '고친 줄',
  sounds: '소리',
  preview: '예고',
  start: '시작',
  end: '끝',
  // Releases
  state: '상태',
  at: '시각',
  notice: '안내 문구',
  // Accounts, orders and requests
  plan: '멤버십',
  ends_at: '끝',
  days: '일수',
  status: '상태',
  reason: '이유',
  payment: '결제',
  refund: '환불',
  problem: '문제',
  device: '기기',
  devices: '기기',
  platform: '기기',
  model: '모델',
  reports: '신고',
  is_hidden: '숨김',
  spoiler: '줄거리 노출',
  abuse: '욕설·비방',
  sexual: '선정적',
  spam: '광고·도배',
  other: '그 밖',
  text: '글',
  // Advertisements
  title: '이름',
  clip_id: '영상',
  skip_after: '건너뛰기까지',
  weight: '비중',
  starts_at: '시작',
  // Plans and products
  item_name: '작품',
  is_paused: '판매 멈춤',
  coming: '예정한 변경',
  percent: '할인 (%)',
  description: '설명',
  max_uses: '사용 한도',
  from: '언제부터',
  // Staff, service and files
  email: '이메일',
  role: '역할',
  expires_at: '만료',
  browser: '브라우저',
  created_at: '만든 때',
  made_at: '만든 때',
  is_found: '찾음',
  is_new_address: '새 주소',
  proof: '주인을 확인한 방법',
  has_pin: 'PIN',
  list: '목록',
  cnt_shown: '보인 이용자',
  scopes: '할 수 있는 일',
  url: '주소',
  events: '알릴 것',
  recovery_codes_left: '남은 복구 코드',
  message: '안내 문구',
  version: '버전',
  job: '작업',
  file: '파일',
  path: '파일',
  source: '파일',
  bytes: '바이트',
  origin: '온 곳',
  uploaded_by: '올린 사람',
  // Tables as files
  cnt_row: '줄',
  cnt_added: '더한 이용자',
  cnt_invited: '초대한 이용자',
  keyword: '찾는 말',
  range: '기간',
  span: '기간',
  step: '단위',
  month: '달',
  of: '나누기',
  table: '표',
};

/** Kinds of subjects that have no name of their own, or are gone. */
export const SUBJECT_NAMES: Readonly<Record<string, string>> = {
  title: '없어진 작품',
  episode: '없어진 회차',
  review: '없어진 작품의 감상평',
  request: '없어진 작품',
  account: '탈퇴한 이용자',
  staff: '없어진 운영자',
  advertisement: '없어진 광고',
  order: '주문',
  plan: '멤버십',
  product: '상품',
  voucher: '쿠폰',
  platform: '기기 종류',
  'media-job': '영상 작업',
  'inbox-file': '들어온 파일',
};

/** Korean names of codes. Other values are shown as they are. */
const VALUE_NAMES: Readonly<Record<string, string>> = {
  ...LIST_NAMES,
  published: '공개',
  scheduled: '예약',
  delayed: '연기',
  unpublished: '내림',
  announced: '미정',
  ended: '끝남',
  pending: '결제 기다림',
  paid: '결제함',
  cancelled: '취소',
  expired: '결제 안 함',
  refunded: '환불',
  due: '보내는 중',
  done: '끝남',
  requested: '받음',
  reviewing: '검토 중',
  accepted: '들여오기로 함',
  declined: '들여오지 않음',
  owner: '소유자',
  editor: '편성',
  support: '고객 지원',
  free: '무료',
  avod: '이용권 또는 광고',
  membership: '이용권',
  basic: '베이직',
  premium: '프리미엄',
  purchase: '구매한 사람만',
  rental: '대여',
  own: '소장',
  upload: '올린 파일',
  watched: '감시 폴더',
};

/** Fields that say nothing to an operator. */
const INTERNAL: readonly string[] = ['id', 'account_id', 'clip_id', 'sorting', 'direction'];

/** Fields whose value is the place of a picture. */
const PICTURES: readonly string[] = ['poster', 'wide', 'backdrop', 'thumbnail'];

/** Names of the fields that operators see. */
export const shownNames = (fields: object): string[] => Object.keys(fields).filter((name) => !INTERNAL.includes(name));

/** A value that is empty. */
export const NOTHING = '없음';

export const fieldName = (name: string): string => FIELD_NAMES[name] ?? name;

/** The parts of a value that say something. */
const partsText = (value: Readonly<Record<string, unknown>>): string =>
  shownNames(value)
    .map((name) => ({ name, text: fieldText(name, value[name]) }))
    .filter(({ text }) => text !== NOTHING)
    .map(({ name, text }) => `${fieldName(name)} ${text}`)
    .join(' · ') || NOTHING;

/** A value of an entry in one line. */
export function auditText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING;
  if (typeof value === 'boolean') return value ? '예' : '아니요';
  if (typeof value === 'string')
    return /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? timeText(value) : (VALUE_NAMES[value] ?? value);
  if (Array.isArray(value)) return value.map(auditText).join(', ') || NOTHING;
  if (typeof value === 'object') return partsText(value as Record<string, unknown>);
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

/** `한국어 (ko, subtitle)`, as entries name a subtitle or a sound. */
const TRACK = /^(.*) \(([^,()]+), (\w+)\)$/s;

const ROLE_NAMES: Readonly<Record<string, (role: string) => string>> = {
  subtitles: subtitleRoleName,
  sounds: soundRoleName,
};

const trackText = (text: string, roleName: (role: string) => string): string =>
  text.replace(TRACK, (_, label: string, lang: string, role: string) => {
    const said = [languageName(lang), roleName(role)].filter((part) => part !== label);
    return `${label} (${said.join(', ')})`;
  });

/** The value of a field in one line, without places on the server. */
export function fieldText(name: string, value: unknown): string {
  const roleName = ROLE_NAMES[name];
  if (roleName !== undefined && Array.isArray(value))
    return auditText((value as unknown[]).map((one) => (typeof one === 'string' ? trackText(one, roleName) : one)));
  if (typeof value === 'string' && name === 'lang') return languageName(value);
  if (typeof value === 'string' && PICTURES.includes(name)) return '그림';
  if (typeof value === 'string' && name === 'source') return value.slice(value.lastIndexOf('/') + 1);
  return auditText(value);
}
