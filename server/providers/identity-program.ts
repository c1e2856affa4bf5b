import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { escapeHtml } from '../lib/html.ts';
import { signedReturn, type IdentityOutcome } from './identity.ts';

/*
 * The test provider of proofs of age (test-identity.ts), a process of its own. Its only message has the address to listen on and the
 * secret for its answers; it knows neither the server nor its database.
 */

const CHOICES: readonly { outcome: IdentityOutcome; label: string }[] = [
  { outcome: 'adult', label: '성인으로 확인하기' },
  { outcome: 'minor', label: '미성년자로 확인하기' },
  { outcome: 'cancelled', label: '그만두기' },
];

const STYLE = `:root { color-scheme: light; }
body { max-width: 26rem; margin: 0 auto; padding: 2rem 1.25rem; background: #f2f5f9; color: #16202e;
  font: 500 17px/1.6 Pretendard, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; word-break: keep-all; }
h1 { font-size: 1.5rem; line-height: 1.35; }
a { display: flex; align-items: center; justify-content: center; min-height: 52px; margin: 0 0 .75rem; border-radius: .75rem;
  background: #1d4ed8; color: #fff; font-weight: 700; text-decoration: none; }
a + a { background: #dbe2ec; color: #16202e; }`;

const page = (content: string) => `<!doctype html>
<html lang="ko"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>시험용 본인 확인</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>`;

/** The choices, each with its signed answer; undefined without a proper question. */
function choicesOf(asked: URL, secret: string): string | undefined {
  const [state, returnUrl] = [asked.searchParams.get('state'), asked.searchParams.get('return_url')];
  if (state === null || returnUrl === null || !/^https?:/.test(returnUrl) || !URL.canParse(returnUrl)) return undefined;
  const at = Date.now();
  return CHOICES.map(({ outcome, label }) => {
    const href = signedReturn({ returnUrl, secret, at }, { state, outcome });
    return `<a href="${escapeHtml(href)}">${label}</a>`;
  }).join('');
}

const listen = ({ secret, host }: { secret: string; host: string }) => {
  const server = createServer((request, response) => {
    const choices = choicesOf(new URL(request.url ?? '/', 'http://provider.test'), secret);
    response.writeHead(choices === undefined ? 400 : 200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
    response.end(
      choices === undefined
        ? page('<h1>잘못된 요청이에요</h1>')
        : page(`<h1>시험용 본인 확인</h1><p>실제로 확인하지 않아요. 어떤 답을 돌려줄지 골라 주세요.</p>${choices}`),
    );
  });
  server.listen(0, host, () => {
    const { port } = server.address() as AddressInfo;
    process.send?.(`http://${host.includes(':') ? `[${host}]` : host}:${port}/verify`);
  });
};

// The server ended, perhaps killed.
process.on('disconnect', () => process.exit(0));
process.once('message', (sent) => listen(sent as { secret: string; host: string }));
