import type { OpeningRow } from '../playback.ts';

/** Rows in which viewers choose titles, as the console and its CSV files name them. */
export const openingRowNames: Readonly<Record<OpeningRow, string>> = {
  liked: '홈의 추천',
  related: '비슷한 작품',
  after: '마지막 화 다음',
  ranking: '인기 순위',
  today: '오늘 업데이트',
  newly_rated: '요즘 평점이 높은 작품',
  new_episodes: '새로 올라온 에피소드',
  theme: '테마',
  genre: '장르',
};
