import type { TroubleKind } from './overview.ts';

/** What is wrong, in the words of the console and of the mail to owners. */
export const TROUBLE_NAMES: Readonly<Record<TroubleKind, string>> = {
  failures: '재생 실패가 많아요',
  rebuffering: '재생 중에 자주 멈춰요',
  startup: '첫 화면이 느려요',
  crash: '새로운 앱 오류가 생겼어요',
  database: '데이터베이스에 문제가 있어요',
  worker: '작업 프로세스가 일하지 않아요',
  disk: '영상을 둘 자리에 문제가 있어요',
  mail: '보내지 못한 메일이 있어요',
  video: '영상 작업에 문제가 있어요',
  job: '정기 작업이 실패했어요',
  clock: '서버의 시계가 맞지 않아요',
  certificate: '인증서에 문제가 있어요',
  backup: '백업이 오래됐어요',
};

/** What to do about it. */
export const REMEDIES: Readonly<Record<TroubleKind, string>> = {
  failures: '현황의 실패 코드와 실패한 회차를 확인해 주세요.',
  rebuffering: '네트워크나 엣지가 느린지 확인해 주세요.',
  startup: '서버와 엣지가 느린지 확인해 주세요.',
  crash: '현황의 앱 오류에서 버전과 화면을 확인해 주세요.',
  database: '데이터베이스가 켜져 있고 쓸 수 있는지, 이 버전의 표가 있는지 확인해 주세요.',
  worker: '작업 프로세스(ROLE=work)를 시작하고, 그 시계를 확인해 주세요.',
  disk: '쓰지 않는 영상을 지우거나 디스크를 늘려 주세요.',
  mail: '메일 서버의 주소와 비밀번호를 확인해 주세요. 메일은 다시 보내요.',
  video: '까닭을 보고 다시 시도하거나 목록에서 지워 주세요.',
  job: '마지막 오류를 운영 상태에서 확인해 주세요. 작업은 다시 실행돼요.',
  clock: '서버와 데이터베이스에서 시각 동기화(chrony, systemd-timesyncd)를 켜 주세요.',
  certificate: '인증서를 새로 받고, 저절로 갱신되지 않은 까닭을 확인해 주세요.',
  backup: '서버에서 bora operate backup FILE로 백업해 주세요.',
};
