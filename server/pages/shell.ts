import { createHash } from 'node:crypto';
import { escapeHtml } from '../lib/html.ts';

const style = `
:root { color-scheme: dark; }
* { box-sizing: border-box; }
body { margin: 0; background: radial-gradient(120% 60% at 20% 0, #371a78 0, #110d1c 60%) no-repeat #110d1c; color: #eeeaf6;
  font: 500 17px/1.6 Pretendard, -apple-system, "Apple SD Gothic Neo", "Noto Sans KR", sans-serif; word-break: keep-all;
  overflow-wrap: anywhere; }
main { width: 100%; max-width: 26rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
.brand { display: flex; align-items: center; margin: 0 0 2rem; font-weight: 800; font-size: 1.25rem; }
.brand svg { width: 1.75rem; height: 1.75rem; margin-right: .5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; line-height: 1.35; }
p { margin: 0 0 1rem; color: #cfc8df; }
form { margin: 1.5rem 0 0; }
.field { margin: 0 0 1.25rem; }
label { display: block; margin: 0 0 .375rem; font-weight: 600; }
input { width: 100%; min-height: 52px; padding: 0 1rem; border: 1px solid #7d7295; border-radius: .75rem;
  background: #1b1629; color: #eeeaf6; font: inherit; }
textarea { width: 100%; padding: .75rem 1rem; border: 1px solid #7d7295; border-radius: .75rem; background: #1b1629;
  color: #eeeaf6; font: inherit; resize: none; }
input[readonly] { border-color: #3d3552; color: #cfc8df; }
[hidden] { display: none !important; }
input[aria-invalid=true] { border-color: #ff9aa6; }
input.code { font-weight: 800; font-size: 1.75rem; text-align: center; letter-spacing: .12em; text-transform: uppercase; }
.hint, .error { margin: .375rem 0 0; font-size: .9375rem; }
.error { color: #ff9aa6; font-weight: 600; }
.notice { margin: 1rem 0 0; padding: .875rem 1rem; border: 1px solid #ff9aa6; border-radius: .75rem; color: #ffd9dd; }
dl { margin: 1.5rem 0 0; padding: 1.25rem; border-radius: 1rem; background: #2a233c; }
dl + a.button { margin-top: 1.5rem; }
dt { color: #cfc8df; font-size: .9375rem; }
dd { margin: 0 0 .75rem; font-weight: 600; font-size: 1.125rem; }
dd:last-child { margin: 0; }
dd.code { font-size: 1.5rem; letter-spacing: .08em; }
button, a.button { display: flex; align-items: center; justify-content: center; width: 100%; min-height: 52px;
  margin: 0 0 .75rem; padding: .5rem 1rem; border: 0; border-radius: .75rem; background: #6532d2; color: #fff;
  font: inherit; font-weight: 700; text-decoration: none; }
button.quiet, a.quiet { background: #3d3552; color: #eeeaf6; }
button.plain { width: auto; min-height: 44px; margin: 0; padding: 0; background: none; color: #cbb3ff; font-weight: 600;
  text-decoration: underline; }
a { color: #cbb3ff; }
nav a { display: flex; align-items: center; min-height: 44px; }
footer { margin: 1.5rem 0 0; font-size: .9375rem; }
footer form { margin: 0; }
input:focus-visible, textarea:focus-visible, button:focus-visible, a:focus-visible { outline: 3px solid #cbb3ff; outline-offset: 2px; }
`;

/** Formats a code like the television while the viewer types. Without scripts, the server accepts any format. */
const script = `
document.querySelectorAll('input.code').forEach(function (input) {
  input.addEventListener('input', function (event) {
    if (event.isComposing) return;
    var text = input.value.toUpperCase().replace(/[^A-Z0-9]/g, '').slice(0, 8);
    input.value = text.length > 4 ? text.slice(0, 4) + '-' + text.slice(4) : text;
  });
});
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows only the page's own inline code, no other sources or targets, and no frames. */
const contentSecurityPolicyOf = (ownScript: string | undefined) =>
  [
    "default-src 'none'",
    "object-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${[script, ...(ownScript === undefined ? [] : [ownScript])].map(hashOf).join(' ')}`,
    // Only a page with a script of its own makes calls.
    ...(ownScript === undefined ? [] : ["connect-src 'self'"]),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Headers of every page: no caching, no framing, no referrer. */
export const pageHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': contentSecurityPolicyOf(undefined),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
  'x-robots-tag': 'noindex',
};

/** Headers of a page that has a script of its own. */
export const headersWithScript = (ownScript: string | undefined): Record<string, string> =>
  ownScript === undefined
    ? pageHeaders
    : { ...pageHeaders, 'content-security-policy': contentSecurityPolicyOf(ownScript) };

const brand = `<p class="brand"><svg viewBox="0 0 48 48" aria-hidden="true"><path d="M24 8C12 8 4.500 18 2 24c2.500 6 10 16 22 16s19.500-10 22-16C43.500 18 36 8 24 8z" fill="#7b46f1"/><circle cx="24" cy="24" r="11" fill="#110d1c"/><path d="M20.500 18.200v11.600a1 1 0 0 0 1.500.86l9-5.800a1 1 0 0 0 0-1.720l-9-5.800a1 1 0 0 0-1.500.86z" fill="#fff"/></svg>보라</p>`;

export interface PageContent {
  /** Name of the screen in the markup. */
  screen: 'link' | 'sign-up' | 'password' | 'checkout' | 'identity' | 'pin' | 'second-factor' | 'input' | 'error';
  heading: string;
  /** Markup; user-supplied parts are escaped. */
  content: string;
  /** A script of this page alone, for the oldest phones. */
  script?: string;
}

/** A complete HTML page. */
export const pageOf = ({ screen, heading, content, script: ownScript }: PageContent): string => `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="theme-color" content="#371a78">
<title>${escapeHtml(heading)} · 보라</title>
<style>${style}</style>
</head>
<body>
<main data-screen="${screen}">
${brand}
<h1>${escapeHtml(heading)}</h1>
${content}
</main>
<script>${script}</script>${ownScript === undefined ? '' : `\n<script>${ownScript}</script>`}
</body>
</html>
`;
