import { createRandom } from '#catalogue/art/random.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { recountRatings } from '../catalogue/import-store.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { findOrMakeSetting, findSetting } from '../settings/store.ts';
import { insertReviewers, listProfileImageIds, listTitleGenres, type ReviewerRows } from './store.ts';

/** Says that the invented reviewers are there; its value is the owner's mark, so that one server makes them. */
const SETTING = 'demo-reviewers';

const MS_PER_DAY = 24 * 3600_000;

/** Invented, all of them. */
const NAMES =
  `은하수탐험 새벽세시 밤톨이 라면먹고봄 두부한모 노을빛 파란우산 느린걸음 초코송이 달빛산책 꼬마감자 창가자리
  비오는수요일 민트초코단 정주행중 오늘도한편 퇴근후맥주 바닐라 고래바람 소금빵 별헤는밤 뒹굴뒹굴 주말엔만화 귤까먹기
  안개꽃 토요일오후 작은숲 모카 눈사람 물결무늬 종이비행기 호두과자 붕어빵 여름감기 서랍속편지 맑은뒤흐림 조용한팬
  세번째줄 얼음물 까치발 솜사탕 반달곰 하루끝 낮잠왕 참새방앗간 유자차 구름한점 단팥 별사탕 도토리묵 늦은아침 겨울잠
  밤편지 콩나물 이불밖은위험 첫눈오면 들꽃 바람개비 수박화채 골목대장 담요 무지개떡 손난로 옥수수`.split(/\s+/);

/** What is thought of anything, from "for ever" to "not for me". */
const TEXTS = {
  high: `마지막 장면에서 한참을 못 일어났어요.|한 편만 보려다가 다 봐 버렸네요.|음악이 나올 때마다 소름이 돋아요.
    |올해 본 것 중에 제일 좋았어요.|두 번째 볼 때 보이는 게 더 많아요.|배경 그림만 봐도 시간 가는 줄 몰라요.|인생작에 추가합니다.
    |조용한데 마음이 꽉 차요.|작은 대사 하나까지 버릴 게 없네요.|성우분들 연기가 정말 좋아요.|다음 화 기다리느라 일주일이 길어요.
    |엄마랑 같이 봤는데 둘 다 울었어요.|이런 이야기를 기다렸어요.|색감이 너무 예뻐서 자꾸 멈춰서 봐요.|엔딩곡까지 꼭 들어 주세요.
    |친구들한테 다 추천하고 다니는 중.|첫 화 5분 만에 반했어요.|주인공이 자라는 게 보여서 뭉클해요.`,
  middle: `기대 안 했는데 재미있게 봤어요.|중반부터 속도가 붙어요. 조금만 참아 보세요.|가볍게 보기 좋아요.|저녁 먹으면서 보기 딱 좋네요.
    |이야기는 익숙한데 연출이 좋아요.|조연들이 더 매력 있어요.|뒤로 갈수록 괜찮아져요.|잔잔해서 자기 전에 봐요.|결말은 호불호가 있겠어요.
    |작화가 안정적이라 편하게 봤어요.|한 화가 짧게 느껴져요.|음악은 만점, 이야기는 조금 아쉬워요.|설정이 신선해요.|2기 나오면 볼 거예요.`,
  low: `저한테는 조금 느렸어요.|초반은 좋았는데 뒤가 아쉬워요.|그림은 예쁜데 마음이 안 움직였어요.|설명이 많아서 따라가기 힘들었어요.
    |기대가 너무 컸나 봐요.|취향은 아니지만 끝까지 봤어요.|급하게 끝난 느낌이에요.`,
} as const;

/** What is only said of a genre. */
const OF_GENRE: Readonly<Record<string, readonly string[]>> = {
  판타지: ['이 세계에 며칠 살다 오고 싶어요.', '규칙이 촘촘해서 믿게 되는 세계예요.'],
  일상: ['보고 나면 산책하고 싶어져요.', '별일 없는 하루가 이렇게 재밌을 일인가요.'],
  미스터리: ['범인을 끝까지 못 맞혔어요.', '복선을 알고 다시 보니 무서울 정도네요.'],
  드라마: ['휴지 준비하고 보세요.', '가족이 생각나는 이야기예요.'],
  로맨스: ['보는 내가 다 설레요.', '고백 장면에서 소리 질렀어요.'],
  액션: ['싸우는 장면이 눈에 쏙쏙 들어와요.', '마지막 대결은 큰 화면으로 보세요.'],
  공포: ['불 끄고 봤다가 후회했어요.', '복도 나올 때마다 눈을 가렸어요.'],
  스포츠: ['경기 장면에서 같이 숨이 차요.', '져도 멋있을 수 있다는 걸 배웠어요.'],
  음악: ['공연 장면만 다섯 번 돌려 봤어요.', '노래를 온종일 흥얼거려요.'],
  SF: ['먼 미래인데 지금 이야기 같아요.', '우주가 이렇게 쓸쓸할 줄이야.'],
  코미디: ['지하철에서 웃다가 민망했어요.', '개그가 계속 제 취향이에요.'],
};

const linesOf = (text: string) => text.split('|').map((line) => line.trim());

/** The same texts, scores and likes on every run, for the titles there are. */
function makeReviews(
  titles: readonly { id: number; genres: readonly string[] }[],
  reviewers: readonly { account_id: string; id: string }[],
  now: Date,
  random: Random,
): Pick<ReviewerRows, 'ratings' | 'reviews' | 'likes'> {
  const rows: Pick<ReviewerRows, 'ratings' | 'reviews' | 'likes'> = { ratings: [], reviews: [], likes: [] };
  for (const { id: itemId, genres } of titles) {
    const dice = createRandom(`reviews of ${itemId}`);
    const isOneOf = (share: number) => dice.next() < share;
    const fame = dice.between(0.25, 0.85);
    const quality = dice.between(3.2, 4.7);
    const left = {
      high: [...genres.flatMap((genre) => OF_GENRE[genre] ?? []), ...linesOf(TEXTS.high)],
      middle: linesOf(TEXTS.middle),
      low: linesOf(TEXTS.low),
    };
    for (const { account_id, id: profile_id } of reviewers.filter(() => isOneOf(fame))) {
      const drawn = quality + (dice.next() + dice.next() + dice.next() - 1.5) * 1.6;
      const score = Math.min(5, Math.max(0.5, Math.round(drawn * 2) / 2));
      const at = new Date(now.getTime() - dice.between(0.05, 60) * MS_PER_DAY);
      rows.ratings.push({ profile_id, item_id: itemId, score, updated_at: at });
      const texts = left[score >= 4 ? 'high' : score >= 3 ? 'middle' : 'low'];
      if (texts.length === 0 || !isOneOf(0.7)) continue;
      const [text] = texts.splice(Math.floor(dice.next() * texts.length), 1);
      const reviewId = random.uuid();
      const charm = dice.next() ** 2 * 0.6;
      const likers = reviewers.filter((reader) => reader.id !== profile_id && isOneOf(charm));
      rows.reviews.push({
        ...{ id: reviewId, item_id: itemId, account_id, profile_id, short_review: text! },
        ...{ cnt_like: likers.length, created_at: at, updated_at: at },
      });
      for (const liker of likers)
        rows.likes.push({ review_id: reviewId, account_id: liker.account_id, profile_id: liker.id, created_at: at });
    }
  }
  return rows;
}

/** Invented reviewers with their ratings, short reviews and likes; nobody can sign in as one of them. Made once. */
export async function addDemoReviewers(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
}): Promise<void> {
  const { db, transact, clock, random } = options;
  if ((await findSetting(db, SETTING)) !== undefined) return;
  const titles = await listTitleGenres(db);
  if (titles.length === 0) return;
  const mark = random.uuid();
  const passwordHash = await hashPassword(random.secret());
  await transact(async (tx) => {
    // Of servers that start at the same time, the others wait here and find somebody else's mark.
    if ((await findOrMakeSetting(tx, SETTING, () => mark)) !== mark) return;
    const now = clock.now();
    const images = await listProfileImageIds(tx);
    const accounts = NAMES.map((_, index) => ({
      id: random.uuid(),
      email: `reviewer-${index + 1}@reviewers.bora.example`,
      password_hash: passwordHash,
      is_email_confirmed: true,
      plan: 'free' as const,
      membership_expires_at: null,
      created_at: now,
    }));
    const profiles = accounts.map(({ id }, index) => ({
      account_id: id,
      id: random.uuid(),
      name: NAMES[index]!,
      default_image_id: images[(index * 7) % images.length] ?? 1,
      max_rating: '19' as const,
      pin_hash: null,
      is_owner: true,
      created_at: now,
    }));
    await insertReviewers(tx, { accounts, profiles, ...makeReviews(titles, profiles, now, random) });
    await recountRatings(tx);
  });
}
