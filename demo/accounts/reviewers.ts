import type { DemoReviews, Random, ReviewedTitle } from '../../server/demo/demo.ts';
import { createRandom, type Random as Dice } from '../art/random.ts';
import { ofEpisode, ofGenre, ofTitle, tails, texts } from './review-texts.ts';

const MS_PER_DAY = 24 * 3600_000;

/** Names of the invented reviewers. */
export const reviewers: readonly string[] =
  `은하수탐험 새벽세시 밤톨이 라면먹고봄 두부한모 노을빛 파란우산 느린걸음 초코송이 달빛산책 꼬마감자 창가자리
  비오는수요일 민트초코단 정주행중 오늘도한편 퇴근후맥주 바닐라 고래바람 소금빵 별헤는밤 뒹굴뒹굴 주말엔만화 귤까먹기
  안개꽃 토요일오후 작은숲 모카 눈사람 물결무늬 종이비행기 호두과자 붕어빵 여름감기 서랍속편지 맑은뒤흐림 조용한팬
  세번째줄 얼음물 까치발 솜사탕 반달곰 하루끝 낮잠왕 참새방앗간 유자차 구름한점 단팥 별사탕 도토리묵 늦은아침 겨울잠
  밤편지 콩나물 이불밖은위험
  김치볶음밥 두유한잔 파도소리 별점요정 오프닝안넘김 방구석평론가 소파와한몸 리모컨은내꺼 자막파 더빙파 눈물버튼 복숭아아이스티
  새우과자반봉지 고요한바다 해질녘 연두부 보리차 달고나 얼룩고양이 회색곰 산책가자 미역국 안경닦이 종점러 지각대장 코코아
  북극성 나무늘보 정오의그림자 팝콘만먹음 만두귀신 하품중 세모네모 두더지 옥탑방 골목길 편의점단골 꽃무늬양말 우유식빵 밤산책 주황불
  빨간모자 하얀운동화 노란장화 까만봉지 바람부는날 구석자리 맨뒷줄 일시정지 되감기 다음화주세요 여섯시땡 월요병 금요일밤 일요일아침 반차쓰고봄
  아이둘엄마 초보아빠 할머니의손주 막내이모 큰삼촌 우리집둘째 고삼인데봄 취준생 프리랜서 야간근무 새벽배송 목도리 벙어리장갑 털모자 손뜨개
  동전지갑 낡은라디오 필름한통 지우개똥 노트한권 책갈피 만년필 잉크병 우표수집 느린우체통 간이역 완행열차 환승입니다 창밖풍경
  조약돌 모래성 소라껍데기 등대불 갈매기 물수제비 돌고래 해파리주의 산호초 물범 고라니 너구리 수달 다람쥐 청설모 오소리 부엉이 딱따구리
  솔방울 은행잎 단풍잎 민들레홀씨 강아지풀 토끼풀 네잎클로버 제비꽃 가을볕 겨울볕 봄동
  옥수수수염차 자두맛사탕 계란반숙 김가루 누룽지 참기름한방울 마늘빵 잡채요정 식혜 수정과 군고구마 호떡집불남 어묵국물 순두부 깍두기
  복도끝교실 체육복 방학숙제 도서반납일 미술실 과학준비실 음악실피아노 운동장한바퀴 첫눈오면 들꽃 바람개비 수박화채 골목대장 담요 무지개떡 손난로 옥수수`.split(
    /\s+/,
  );

/** Popular titles: the share of reviewers who rated them, and their typical score. */
const TALK: Readonly<Record<number, readonly [fame: number, quality: number]>> = {
  101: [0.62, 4.6],
  102: [0.3, 4.3],
  103: [0.52, 4.5],
  104: [0.66, 4.4],
  105: [0.5, 4.1],
  106: [0.34, 3.9],
  115: [0.2, 3.1],
  119: [0.4, 4],
  120: [0.28, 3.3],
  121: [0.48, 4.4],
  123: [0.58, 4.7],
  124: [0.5, 4.5],
  126: [0.44, 4.3],
  127: [0.2, 4.2],
  128: [0.42, 4],
  138: [0.24, 3.5],
  141: [0.56, 4.5],
  145: [0.26, 2.9],
};

/** A text for the score, in half of the cases specific to this title; unique within a title. */
function textFor(
  { id, genres, subjects }: ReviewedTitle,
  mood: 'high' | 'middle' | 'low',
  dice: Dice,
  used: Set<string>,
): string | undefined {
  for (let attempt = 0; attempt < 12; attempt += 1) {
    const own = ofTitle[id] ?? [];
    const where = dice.next();
    const plain =
      mood === 'high' && where < 0.16 && own.length > 0
        ? dice.pick(own)
        : where < 0.4 && subjects.length > 0
          ? dice.pick(ofEpisode[mood]).replace('{화}', dice.pick(subjects))
          : mood === 'high' && where < 0.5
            ? dice.pick(genres.flatMap((genre) => ofGenre[genre] ?? []).concat(texts.high))
            : dice.pick(texts[mood]);
    const text = mood === 'high' && dice.next() < 0.2 ? `${plain} ${dice.pick(tails)}` : plain;
    if (used.has(plain) || [...text].length > 100) continue;
    used.add(plain);
    return text;
  }
  return undefined;
}

/** Generates texts, scores and likes for the given titles; the result is the same on every run. */
export function makeReviews(
  titles: readonly ReviewedTitle[],
  reviewers: readonly { account_id: string; id: string }[],
  now: Date,
  random: Random,
): DemoReviews {
  const rows: DemoReviews = { ratings: [], reviews: [], likes: [] };
  for (const title of titles) {
    const itemId = title.id;
    const dice = createRandom(`reviews of ${itemId}`);
    const isOneOf = (share: number) => dice.next() < share;
    const [fame, quality] = TALK[itemId] ?? [dice.between(0.1, 0.36), dice.between(3.3, 4.6)];
    // Reviewers agree on some titles and disagree on others.
    const spread = dice.between(1, 2.3);
    const used = new Set<string>();
    for (const { account_id, id: profile_id } of reviewers.filter(() => isOneOf(fame))) {
      const drawn = quality + (dice.next() + dice.next() + dice.next() - 1.5) * spread;
      const score = Math.min(5, Math.max(0.5, Math.round(drawn * 2) / 2));
      const at = new Date(now.getTime() - dice.between(0.05, 60) * MS_PER_DAY);
      rows.ratings.push({ account_id, profile_id, item_id: itemId, score, updated_at: at });
      if (!isOneOf(0.6)) continue;
      const text = textFor(title, score >= 4 ? 'high' : score >= 3 ? 'middle' : 'low', dice, used);
      if (text === undefined) continue;
      const reviewId = random.uuid();
      const charm = dice.next() ** 4 * 0.34;
      const likers = reviewers.filter((reader) => reader.id !== profile_id && isOneOf(charm));
      rows.reviews.push({
        id: reviewId,
        item_id: itemId,
        account_id,
        profile_id,
        short_review: text,
        cnt_like: likers.length,
        created_at: at,
        updated_at: at,
      });
      for (const liker of likers)
        rows.likes.push({ review_id: reviewId, account_id: liker.account_id, profile_id: liker.id, created_at: at });
    }
  }
  return rows;
}
