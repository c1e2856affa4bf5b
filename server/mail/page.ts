import { escapeHtml } from '../lib/html.ts';
import { formatKoreanTime } from '../lib/korean-time.ts';
import type { Mail } from '../providers/mail.ts';

/** Turns the addresses in a mail's text into links. */
const withLinks = (text: string) =>
  escapeHtml(text).replace(/https?:\/\/[^\s<]+/g, (url) => `<a href="${url}">${url}</a>`);

const article = ({ to, subject, text, sentAt }: Mail & { sentAt: Date }) => `<article>
<h2>${escapeHtml(subject)}</h2>
<p>받는 사람 ${escapeHtml(to)} · ${formatKoreanTime(sentAt)}</p>
<pre>${withLinks(text)}</pre>
</article>`;

/** HTML page of the built-in mailbox. */
export const mailboxPage = (mails: readonly (Mail & { sentAt: Date })[]): string => `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>보라 메일함</title>
<style>
body { max-width: 640px; margin: 0 auto; padding: 16px; background: #f4f1fa; color: #211a33; font: 16px/1.5 sans-serif }
article { margin: 16px 0; padding: 16px; background: #fff; border-radius: 12px }
h1 { font-size: 22px } h2 { margin: 0; font-size: 18px } p { color: #5b5470 }
pre { margin: 0; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere }
</style>
</head>
<body>
<main>
<h1>보라 메일함</h1>
<p>개발용 메일함이에요. 보라가 보낸 메일이 메일 서버 대신 여기에 모여요. <a href="/dev/mail">새로 고침</a></p>
${mails.length === 0 ? '<p>아직 온 메일이 없어요.</p>' : mails.map(article).join('\n')}
</main>
</body>
</html>
`;
