import { escapeHtml } from '../lib/html.ts';
import type { Mail } from '../providers/mail.ts';
import type { MailContent } from './content.ts';
import type { Letter } from './letter.ts';
import { letterOf } from './letters.ts';

const textOf = ({ lines, code, link, closing }: Letter) =>
  [
    '안녕하세요, 보라입니다.',
    lines.join('\n'),
    ...(code === undefined ? [] : [`코드: ${code}`]),
    ...(link === undefined ? [] : [`${link.label}:\n${link.url}`]),
    closing,
    '보라 드림',
  ].join('\n\n') + '\n';

const paragraph = (text: string) => `<p style="margin:0 0 12px">${escapeHtml(text)}</p>`;

const htmlOf = ({ subject, lines, code, link, closing }: Letter) => `<!doctype html>
<html lang="ko">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f1fa;color:#211a33;font:16px/1.6 sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">
<p style="margin:0 0 20px;font-size:22px;font-weight:bold;color:#6a3fc9">보라</p>
${lines.map(paragraph).join('\n')}
${
  code === undefined
    ? ''
    : `<p style="margin:20px 0;padding:16px;background:#f4f1fa;border-radius:8px;text-align:center;font-size:28px;letter-spacing:4px;font-weight:bold">${escapeHtml(code)}</p>`
}
${
  link === undefined
    ? ''
    : `<p style="margin:20px 0"><a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 20px;background:#6a3fc9;color:#ffffff;border-radius:8px;text-decoration:none">${escapeHtml(link.label)}</a></p>`
}
<p style="margin:20px 0 0;font-size:14px;color:#5b5470">${escapeHtml(closing)}</p>
</div>
</body>
</html>
`;

/** Renders a mail as text and HTML, in Korean. */
export function composeMail(to: string, content: MailContent, publicUrl: string): Mail {
  const letter = letterOf(content, publicUrl);
  return { to, subject: letter.subject, text: textOf(letter), html: htmlOf(letter) };
}
