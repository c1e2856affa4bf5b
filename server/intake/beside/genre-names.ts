/** Korean names of the genres that databases write in English: a catalogue lists each genre once. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ action: '액션', adventure: '모험', comedy: '코미디', drama: '드라마', fantasy: '판타지', romance: '로맨스' },
  ...{ mystery: '미스터리', horror: '호러', thriller: '스릴러', sports: '스포츠', sport: '스포츠', music: '음악' },
  ...{ musical: '음악', family: '가족', children: '가족', kids: '가족', history: '역사', historical: '역사' },
  ...{ 'science fiction': 'SF', 'sci-fi': 'SF', 'science-fiction': 'SF', scifi: 'SF', war: '전쟁', crime: '범죄' },
  ...{ 'slice of life': '일상', school: '학원', supernatural: '초능력', psychological: '심리', mecha: '로봇' },
  ...{ documentary: '다큐멘터리', western: '서부극' },
};

export const genreName = (name: string): string => NAMES[name.toLowerCase()] ?? name;
