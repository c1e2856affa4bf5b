import type { Cue } from '../film.ts';

export const nightTrainCues: readonly Cue[] = [
  {
    start: 1.0,
    end: 4.6,
    ko: '눈이 오는 밤이면, 마지막 열차는 조금 천천히 달려요.',
    en: 'On snowy nights, the last train runs a little slower.',
  },
  {
    start: 7.0,
    end: 10.2,
    ko: '산과 산 사이, 지도에는 없는 노선 하나.',
    en: 'Between the mountains runs a line no map shows.',
  },
  { start: 10.8, end: 14.8, ko: '사람들은 그 길을 ‘밤의 노선’이라고 불러요.', en: 'People call it the Night Line.' },
  {
    start: 16.8,
    end: 20.4,
    ko: '창문마다 불빛이 하나씩, 사연도 하나씩.',
    en: 'One light in every window, one story behind each.',
  },
  { start: 21.0, end: 24.4, ko: '누군가는 집으로 돌아가는 길이고,', en: 'Someone is on the way home,' },
  { start: 24.8, end: 29.0, ko: '누군가는 이제 막 집을 떠나온 길이에요.', en: 'and someone has only just left it.' },
  {
    start: 31.0,
    end: 34.4,
    ko: '따뜻한 차가 식기 전에 편지를 다 쓸 수 있을까요?',
    en: 'Will the letter be done before the tea gets cold?',
  },
  {
    start: 35.0,
    end: 38.4,
    ko: '첫 줄은 벌써 세 번이나 고쳐 썼어요.',
    en: 'The first line has been rewritten three times already.',
  },
  {
    start: 38.9,
    end: 42.4,
    ko: '“잘 지내고 있어요. 여긴 눈이 많이 와요.”',
    en: '“I am doing well. It snows a lot here.”',
  },
  {
    start: 44.0,
    end: 47.4,
    ko: '작은 역에는 빨간 코트를 입은 사람이 서 있어요.',
    en: 'At a small station, someone stands in a red coat.',
  },
  {
    start: 48.0,
    end: 51.8,
    ko: '기다린 시간만큼 눈이 소복이 쌓였네요.',
    en: 'The snow has piled up as high as the hours of waiting.',
  },
  { start: 53.8, end: 56.4, ko: '열차는 다시 별빛 아래로 떠나고,', en: 'The train leaves again, under the stars,' },
  { start: 56.6, end: 59.2, ko: '우리는 다음 역에서 만나요.', en: 'and we shall meet at the next station.' },
];
