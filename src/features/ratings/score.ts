export const MOST_STARS = 5;
const STEP = 0.5;

/** The score half a star up or down, from 0.5 to 5. */
export const stepScore = (score: number, direction: 1 | -1): number =>
  Math.max(STEP, Math.min(MOST_STARS, score + direction * STEP));

const TEXTS = [
  '왼쪽과 오른쪽으로 골라 주세요',
  '다시는 안 볼래요',
  '별로예요',
  '많이 아쉬워요',
  '아쉬워요',
  '그저 그래요',
  '괜찮아요',
  '볼 만해요',
  '재미있어요',
  '정말 좋아요',
  '인생 작품이에요',
];

/** The text of a score; for 0, how to choose one. */
export const scoreText = (score: number): string => TEXTS[Math.round(score / STEP)] ?? '';
