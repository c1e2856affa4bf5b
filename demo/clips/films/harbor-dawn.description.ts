import type { Described } from '../film.ts';

/** The film has no voices, so sentences may come at any time. */
export const harborDawnDescription: readonly Described[] = [
  { at: 1, ko: '별이 뜬 새벽 바다. 바위 위의 등대가 불빛을 돌린다.' },
  { at: 6.1, ko: '작은 배가 물결을 탄다.' },
  { at: 9, ko: '커다란 해가 떠오르고, 배들이 나란히 나아간다.' },
  { at: 13.6, ko: '제목. 항구의 첫 빛.' },
  { at: 20, ko: '아침 항구. 언덕에는 지붕이 겹겹이 있고, 부두에는 배들이 묶여 있다.' },
  { at: 28, ko: '갈매기 떼가 하늘을 가로지른다.' },
  { at: 35, ko: '푸른 먼바다. 노란 외투를 입은 사람이 흔들리는 배 위에 서 있다.' },
  { at: 43, ko: '뱃머리에서 흰 물보라가 튄다.' },
  { at: 51, ko: '방파제 끝, 등대 곁에서 초록 외투를 입은 사람과 고양이가 바다를 본다.' },
  { at: 60, ko: '배 세 척이 돌아오고, 하늘이 붉게 물든다.' },
  { at: 67.6, ko: '해가 지고, 등대가 다시 불을 켠다.' },
  { at: 71.2, ko: '글자. 오늘도 무사히.' },
];
