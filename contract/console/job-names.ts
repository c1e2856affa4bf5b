const NAMES = {
  publishing: '공개 시각에 공개하기',
  'moving episodes': '옮긴 회차의 기록 옮기기',
  'ending play logs': '재생 기록 닫기',
  'counting charts': '인기 순위 세기',
  'comparing titles': '비슷한 작품 찾기',
  'learning likeness': '함께 보는 작품 배우기',
  'removing old rows': '오래된 자료 지우기',
  'counting viewing': '시청 집계',
  'counting sales': '매출 집계',
  'counting playbacks': '재생 현황 세기',
  'counting advertisements': '광고 수치 세기',
  'counting requests': '요청 세기',
  'telling troubles': '문제 알리기',
  'telling webhooks': '웹훅에 알리기',
  'telling edges': '엣지에 재생 종료 알리기',
  'checking payments': '결제 확인',
  'making backups': '백업하기',
  'erasing accounts': '탈퇴한 계정 지우기',
  'making account files': '데이터 파일 만들기',
  'notifying about titles': '작품 소식 알리기',
  'notifying about endings': '끝나는 이용 알리기',
  'examining files': '들어온 파일 살펴보기',
  'reading subtitles': '그림 자막 읽기',
  'looking at the watched folder': '감시 폴더 보기',
  'removing old uploads': '오래된 업로드 지우기',
  'removing unused pictures': '쓰지 않는 그림과 자막 지우기',
};

export type JobName = keyof typeof NAMES;

/** Korean names of background jobs by the name in their row. Rows of another version's jobs have none. */
export const JOB_NAMES: Readonly<Record<string, string>> = NAMES;
