import type { Cue } from '../film.ts';

export const harborDawnCues: readonly Cue[] = [
  {
    start: 1.0,
    end: 4.2,
    ko: '해가 뜨기 전, 바다는 아직 말이 없어요.',
    en: 'Before the sun is up, the sea has nothing to say yet.',
  },
  {
    start: 4.6,
    end: 7.6,
    ko: '등대 불빛만 물 위를 천천히 쓸고 지나가요.',
    en: 'Only the lamp sweeps slowly over the water.',
  },
  {
    start: 9.0,
    end: 12.4,
    ko: '첫 배가 나가면, 그다음은 해의 차례예요.',
    en: 'First the boats go out; then it is the sun’s turn.',
  },
  {
    start: 13.0,
    end: 17.6,
    ko: '이 동네에서는 그 빛을 ‘첫 빛’이라고 불러요.',
    en: 'Around here they call it the first light.',
  },
  {
    start: 20.0,
    end: 23.4,
    ko: '언덕 위 지붕들이 하나씩 색을 찾아요.',
    en: 'One by one the roofs on the hill find their colours.',
  },
  {
    start: 24.2,
    end: 28.0,
    ko: '굴뚝에 연기가 오르면 국이 끓는다는 뜻이고요.',
    en: 'Smoke from a chimney means that soup is on.',
  },
  {
    start: 28.8,
    end: 33.0,
    ko: '묶인 배들은 졸린 듯 서로 어깨를 부딪쳐요.',
    en: 'The moored boats bump shoulders, half asleep.',
  },
  {
    start: 35.2,
    end: 38.8,
    ko: '먼바다의 바람은 짜고, 조금 달아요.',
    en: 'The wind out at sea is salty, and a little sweet.',
  },
  {
    start: 39.6,
    end: 43.6,
    ko: '파도를 이기려 하지 말고 올라타는 거래요.',
    en: 'Do not fight the waves, they say. Ride them.',
  },
  {
    start: 44.6,
    end: 48.8,
    ko: '갈매기가 따라오면 오늘은 운이 좋은 날이에요.',
    en: 'If the gulls follow you, it is a lucky day.',
  },
  {
    start: 51.2,
    end: 54.8,
    ko: '방파제 끝에는 늘 기다리는 사람이 있어요.',
    en: 'At the end of the breakwater, someone always waits.',
  },
  {
    start: 55.6,
    end: 59.4,
    ko: '고양이는 사람을 기다리는 게 아니라 생선을 기다리지만요.',
    en: 'The cat, to be fair, waits for the fish.',
  },
  {
    start: 60.4,
    end: 65.6,
    ko: '하나, 둘, 셋. 오늘도 배가 모두 돌아왔네요.',
    en: 'One, two, three. All the boats are home again.',
  },
  {
    start: 68.2,
    end: 73.4,
    ko: '등대가 다시 불을 켜요. 내일의 첫 빛까지, 안녕히.',
    en: 'The lamp is lit again. Good night, until the first light.',
  },
];

export const harborDawnSounds: readonly Omit<Cue, 'en'>[] = [
  { start: 7.7, end: 8.9, ko: '파도 소리, 종소리로 시작하는 음악' },
  { start: 17.8, end: 19.8, ko: '음악이 경쾌해진다' },
  { start: 33.2, end: 35, ko: '파도 소리가 커진다' },
  { start: 49, end: 51, ko: '종소리의 선율' },
  { start: 65.8, end: 68, ko: '음악이 잦아든다' },
];
