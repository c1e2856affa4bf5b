import type { Cue } from '../film.ts';

export const cloudMailCues: readonly Cue[] = [
  {
    start: 1.2,
    end: 4.6,
    ko: '구름 위에도 아침은 와요. 새들이 먼저 알지요.',
    en: 'Morning comes above the clouds, too. The birds know first.',
  },
  { start: 5.2, end: 8.6, ko: '그리고 아침이 오면, 편지도 와요.', en: 'And when morning comes, so does the mail.' },
  {
    start: 10.2,
    end: 13.8,
    ko: '하늘섬을 도는 배는 하루에 단 한 척.',
    en: 'One ship a day makes the round of the sky islands.',
  },
  {
    start: 14.4,
    end: 19.4,
    ko: '사람들은 그 배를 ‘구름 위의 우편선’이라 불러요.',
    en: 'People call her the Cloud Mail.',
  },
  {
    start: 22.2,
    end: 26.0,
    ko: '첫 번째 섬에는 생일 카드, 두 번째 섬에는 씨앗 한 봉지.',
    en: 'A birthday card for the first island, a bag of seeds for the second.',
  },
  {
    start: 26.8,
    end: 31.0,
    ko: '창문을 열고 손을 흔드는 사람이 있으면 고도를 조금 낮춰요.',
    en: 'If someone waves from a window, we come down a little.',
  },
  {
    start: 32.0,
    end: 36.8,
    ko: '바람이 좋네요. 오늘은 제시간에 닿겠어요.',
    en: 'A good wind. We shall be on time today.',
  },
  {
    start: 39.2,
    end: 43.0,
    ko: '키를 잡은 지 사 년. 지도는 이제 머릿속에 있어요.',
    en: 'Four years at the helm. The map is in my head by now.',
  },
  {
    start: 43.8,
    end: 47.4,
    ko: '왼쪽으로 두 칸, 그다음은 바람이 시키는 대로.',
    en: 'Two points to port, and then as the wind says.',
  },
  { start: 48.2, end: 52.2, ko: '……앞쪽 구름 색이 조금 어둡네요.', en: '…The clouds ahead are a little dark.' },
  { start: 54.0, end: 57.6, ko: '천둥 구름이에요! 모두 손잡이를 꼭 잡아요.', en: 'Thunderheads! Hold on, everyone.' },
  {
    start: 58.4,
    end: 62.0,
    ko: '편지는 젖으면 안 돼요. 마음이 번지니까요.',
    en: 'Letters must not get wet. Feelings run.',
  },
  { start: 62.6, end: 65.6, ko: '조금만 더…… 저기, 별이 보여요.', en: 'Just a little more… there, the stars.' },
  {
    start: 67.2,
    end: 71.0,
    ko: '마지막 섬에는 창문 하나에만 불이 켜져 있어요.',
    en: 'On the last island, a single window is lit.',
  },
  { start: 71.8, end: 75.6, ko: '밤에는 편지가 스스로 길을 찾아가요.', en: 'At night, letters find their own way.' },
  {
    start: 76.4,
    end: 80.4,
    ko: '오래 기다린 사람에게 닿을 때 가장 환하게 빛나고요.',
    en: 'They shine brightest for whoever has waited longest.',
  },
  { start: 82.6, end: 85.4, ko: '오늘 배달은 여기까지.', en: 'That is all for today.' },
  {
    start: 85.8,
    end: 88.8,
    ko: '답장은 내일 아침, 구름 위에서 받을게요.',
    en: 'We will take your answer in the morning, above the clouds.',
  },
];
