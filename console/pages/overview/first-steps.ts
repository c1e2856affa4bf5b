import type { Looks } from '#contract/console/looks.ts';
import type { ServiceHealth } from '#contract/console/service.ts';

export interface FirstStep {
  name: string;
  /** For a finished step, what the server reports; otherwise what the operator has to do. */
  text: string;
  isDone: boolean;
  /** Where to do it; null for what the environment of the server says. */
  address: string | null;
}

/** The steps that prepare a new service for viewers, in order. */
export function firstStepsOf(given: {
  health: Pick<ServiceHealth, 'mail' | 'media_store' | 'certificate' | 'backup'>;
  looks: Pick<Looks, 'is_new'>;
  cntTitle: number;
}): FirstStep[] {
  const { health, looks, cntTitle } = given;
  const { mail, media_store: store, certificate, backup } = health;
  const hasAddress = certificate !== null && certificate.problem === null;
  const hasMail = mail.delivery === 'smtp' && mail.cnt_failing === 0;
  // The folder is made with the first video.
  const hasFolder = store.state !== 'read-only';
  return [
    {
      name: '서비스 꾸미기',
      text: looks.is_new
        ? '어떤 서비스인지 고르면 프로필 그림, 테마, 이용권을 만들어요.'
        : '프로필 그림과 테마가 있어요.',
      isDone: !looks.is_new,
      address: '#/looks',
    },
    {
      name: '주소와 인증서',
      text: hasAddress
        ? 'https 주소로 들어올 수 있어요.'
        : 'PUBLIC_URL에 시청자가 쓸 https 주소를 적고, bora doctor로 확인해 주세요.',
      isDone: hasAddress,
      address: null,
    },
    {
      name: '메일',
      text: hasMail
        ? '메일 서버로 보내고 있어요.'
        : mail.delivery === 'smtp'
          ? '메일 서버가 받지 않아요. bora doctor --mail로 시험해 주세요.'
          : '메일이 없으면 아무도 가입할 수 없어요. SMTP_URL을 적어 주세요.',
      isDone: hasMail,
      address: '#/service',
    },
    {
      name: '미디어 저장소',
      text: hasFolder ? '영상을 둘 수 있어요.' : '폴더에 쓸 수 없어요. 서버의 사용자에게 권한을 주세요.',
      isDone: hasFolder,
      address: '#/service',
    },
    {
      name: '첫 영상',
      text: cntTitle > 0 ? `작품이 ${cntTitle}개 있어요.` : '영상을 끌어다 놓으면 작품의 초안을 만들어요.',
      isDone: cntTitle > 0,
      address: '#/media',
    },
    ...(backup === null
      ? []
      : [
          {
            name: '백업',
            text: backup.last_at === null ? 'BACKUP_DIR을 정하면 날마다 저절로 해요.' : '날마다 저절로 하고 있어요.',
            isDone: backup.last_at !== null,
            address: '#/service',
          },
        ]),
  ];
}
