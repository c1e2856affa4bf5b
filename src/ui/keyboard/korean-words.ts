import type { Chip } from './keyboard-model.ts';
import { lettersOf } from './hangul.ts';

/*
 * Completions of a typed word, and particles after a noun. A remote takes about four presses per letter, so a small list of
 * nouns that viewers use in reviews pays off; most common first.
 */
const NOUNS = (
  '사람 이야기 마음 생각 세상 시간 하루 오늘 내일 어제 처음 마지막 모두 우리 친구 가족 엄마 아빠 아이 어른 학교 여름 겨울 봄날 가을 밤하늘 ' +
  '아침 저녁 하늘 바다 바람 바닥 바보 구름 노을 달빛 별빛 햇살 소나기 나무 나라 나비 숲속 골목 마을 도시 시골 여행 길목 자리 자신 자막 자연 자동차 ' +
  '사랑 사이 사건 사실 시작 장면 장르 재미 감동 감정 감독 감상 연출 연기 연애 작품 작화 주인공 주제 주제가 음악 노래 목소리 성우 대사 결말 전개 ' +
  '분위기 배경 그림 그리움 기억 기대 기분 기적 꿈속 꽃잎 눈물 눈빛 웃음 위로 이름 이유 인생 인물 약속 용기 운명 비밀 모험 마법 마녀 요괴 고양이 ' +
  '강아지 여우 토끼 로봇 우주 지구 행성 기차 바이올린 피아노 편지 사진 도서관 식당 요리 밥상 커피 청춘 추억 추천 최고 캐릭터 코미디 로맨스 스포츠 ' +
  '판타지 액션 애니 애니메이션 극장판 시즌 시리즈 원작 만화 소설 영화 화면 마무리 느낌 표정 관계 성장 순간 소리 소년 소녀 선생님 동생 언니 오빠 형제 할머니 할아버지'
).split(' ');

const CHIPS_MAX = 5;
const A = 0xac00;
const LAST = 0xd7a3;
const FINALS = 28;

/** Whether a word ends in a consonant, which decides the form of a particle. */
const endsInConsonant = (word: string): boolean => {
  const code = word.charCodeAt(word.length - 1);
  return code >= A && code <= LAST && (code - A) % FINALS > 0;
};

const PARTICLES_AFTER_CONSONANT = ['이', '을', '은', '의', '도'];
const PARTICLES_AFTER_VOWEL = ['가', '를', '는', '의', '도'];

const nouns = new Set(NOUNS);

/** Chips for Korean text: completions of the last word, or particles after a complete noun, each with a space. */
export function koreanChips(text: string): Chip[] {
  const word = /[가-힣ㄱ-ㅎㅏ-ㅣ]*$/.exec(text)?.[0] ?? '';
  if (word === '') return [];
  const before = text.slice(0, text.length - word.length);
  if (nouns.has(word)) {
    const particles = endsInConsonant(word) ? PARTICLES_AFTER_CONSONANT : PARTICLES_AFTER_VOWEL;
    return particles.map((particle) => ({ id: `particle-${particle}`, label: particle, text: `${text}${particle} ` }));
  }
  // One letter matches too many words to guess.
  const letters = lettersOf(word);
  if (letters.length < 2) return [];
  return NOUNS.filter((noun) => lettersOf(noun).startsWith(letters))
    .slice(0, CHIPS_MAX)
    .map((noun) => ({ id: `noun-${noun}`, label: noun, text: before + noun }));
}
