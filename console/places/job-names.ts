/** Korean names of background jobs by the name in their row. 서비스 상태 shows the row's name of a job that is missing here. */
export const JOB_NAMES: Readonly<Record<string, string>> = {
  'ending play logs': '재생 기록 닫기',
  'counting charts': '인기 순위 세기',
  'comparing titles': '비슷한 작품 찾기',
  'removing old rows': '오래된 자료 지우기',
  'counting playbacks': '재생 현황 세기',
  'counting advertisements': '광고 수치 세기',
  'counting requests': '요청 세기',
  'checking payments': '결제 확인',
  'erasing accounts': '탈퇴한 계정 지우기',
  'making account files': '데이터 파일 만들기',
  'notifying about titles': '작품 소식 알리기',
  'notifying about endings': '끝나는 이용 알리기',
  'examining files': '들어온 파일 살펴보기',
  'looking at the watched folder': '감시 폴더 보기',
  'removing old uploads': '오래된 업로드 지우기',
  'removing unused pictures': '쓰지 않는 그림 지우기',
};
