import { randomUUID } from 'node:crypto';
import { createEdgeSigner, type MediaEdge } from '#server/providers/edge-signer.ts';
import { createMediaSigner } from '#server/providers/media-signer.ts';
import { systemClock, type Clock } from '#server/lib/clock.ts';
import type { Env } from '../env.ts';
import { causeOf } from './cause.ts';
import { bad, good, type Finding } from './finding.ts';

const PART = 'Media edge';
const ANSWER_LIMIT_MS = 10_000;
/** Of the clocks: addresses at the edge live three minutes. */
const CLOCK_LIMIT_MS = 5_000;
const FOLDER = 'doctor';

/** Signed as for a viewer, for a playback that nobody has. */
function addressAt(edge: MediaEdge, clock: Clock): string {
  const own = createMediaSigner({ secret: '', publicUrl: () => '', clock });
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const grant = { folder: FOLDER, accountId: randomUUID(), id: randomUUID(), expiresAt };
  return createEdgeSigner({ edge, own, clock }).sign(grant).urlOf(`${FOLDER}/test.txt`);
}

/** What the answer to an address for nobody means: the edge asks the service about it only if it knows the signature. */
export function judgeEdge(status: number, offsetMs: number): Finding {
  if (Math.abs(offsetMs) > CLOCK_LIMIT_MS)
    return bad(
      'Clock',
      [
        `The edge's clock differs by ${Math.round(offsetMs / 1000)} s from this machine's.`,
        `엣지의 시계가 이 기기와 ${Math.round(offsetMs / 1000)}초 달라요.`,
      ],
      [
        'Run a time service (chrony, systemd-timesyncd) on both.',
        '두 기기에서 시간 서비스(chrony, systemd-timesyncd)를 켜 주세요.',
      ],
    );
  if (status === 410)
    return good(
      PART,
      'It knows the signature of addresses, and asks the service about playbacks.',
      '주소의 서명을 알아보고, 재생이 끝났는지 서비스에 물어요.',
    );
  if (status === 404)
    return bad(
      PART,
      [
        'It does not know the signature of addresses: nobody can watch.',
        '주소의 서명을 알아보지 못해서 아무도 볼 수 없어요.',
      ],
      [
        'It has another secret than MEDIA_EDGE: write its configuration again with "bora edge", and load it.',
        'MEDIA_EDGE와 비밀이 달라요. bora edge로 설정을 다시 만들고 nginx에 불러와 주세요.',
      ],
    );
  return bad(
    PART,
    [
      `It answers ${status}: it does not reach the service, or is no edge of Bora.`,
      `${status}로 응답해요. 서비스에 닿지 못하거나 보라의 엣지가 아니에요.`,
    ],
    [
      'Look whether --origin of "bora edge" is the address of the service as the edge reaches it.',
      'bora edge의 --origin이 엣지에서 서비스에 닿는 주소인지 봐 주세요.',
    ],
  );
}

/** Asks the edge for a file as a player does. Nothing where the service gives the media out. */
export async function checkMediaEdge({ mediaEdge: edge }: Pick<Env, 'mediaEdge'>): Promise<Finding[]> {
  if (edge === undefined) return [];
  try {
    const { status, headers } = await fetch(addressAt(edge, systemClock), {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
    });
    const date = Date.parse(headers.get('date') ?? '');
    return [judgeEdge(status, Number.isNaN(date) ? 0 : date - systemClock.now().getTime())];
  } catch (error) {
    const [cause, koreanCause] = causeOf(error);
    return [
      bad(
        PART,
        [`${edge.url} does not answer: ${cause}`, `연결하지 못했어요: ${edge.url}. ${koreanCause}`],
        [
          'Start the nginx of MEDIA_EDGE; check the name in DNS, its certificate and the firewall.',
          'MEDIA_EDGE의 nginx를 시작하고, DNS의 이름과 인증서와 방화벽을 봐 주세요.',
        ],
      ),
    ];
  }
}
