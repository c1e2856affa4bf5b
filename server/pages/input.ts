import type { Inputs } from '#server/accounts/inputs/inputs.ts';
import { ServiceError } from '../lib/fail.ts';
import { escapeHtml } from '../lib/html.ts';
import { inputScript } from './input-script.ts';
import { links, paragraph, tvCodeForm } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { Pages } from './visits.ts';

const page = (heading: string, content: string, script?: string): PageContent => ({
  screen: 'input',
  heading,
  content,
  ...(script !== undefined && { script }),
});

const UNKNOWN_SENTENCE = '이 코드를 찾을 수 없거나 이미 끝났어요. TV에 지금 보이는 코드와 같은지 확인해 주세요.';

const codePage = ({ typed = '', error }: { typed?: string; error?: string } = {}): PageContent =>
  page(
    'TV에 입력하기',
    paragraph('TV 화면에 보이는 코드를 입력하면, 휴대폰에서 쓰는 글자가 TV에 그대로 보여요.') +
      tvCodeForm('/input', '예: BCDF-2345', typed, error),
  );

/** The script fills the field in: its name, kind and limits change when the television goes to its next field. */
const typingPage = (code: string, name: string, doneLabel: string): PageContent =>
  page(
    'TV에 입력하기',
    `<form id="typing" method="get" action="/input" data-code="${escapeHtml(code)}" novalidate>
<div class="field"><label id="text-label" for="text">${escapeHtml(name)}</label><input id="text" name="text" autocomplete="off" readonly>
<p class="error" id="text-error" role="alert" hidden></p><p class="hint" id="text-hint" hidden></p>
<button type="button" id="reveal" class="plain" hidden>비밀번호 보기</button></div>
<button id="done">${escapeHtml(doneLabel)}</button>
</form>
<p id="status" role="status"></p>
<div id="over" hidden>${links([['다른 코드 입력하기', '/input']])}</div>
<noscript>${paragraph('글자를 보내려면 브라우저에서 자바스크립트를 켜 주세요.')}</noscript>`,
    inputScript,
  );

/** The page behind the code beside a television's keyboard: what is typed here appears there. */
export function mountInput(pages: Pages, inputs: Pick<Inputs, 'join'>): void {
  pages.get('/input', async ({ query, address }) => {
    const typed = query['code']?.trim();
    if (typed === undefined) return codePage();
    if (typed === '') return codePage({ error: '코드를 입력해 주세요.' });
    try {
      const { code, field } = await inputs.join({ code: typed, token: null, address });
      return typingPage(code, field.name, field.done_label);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'NOT_FOUND') throw error;
      return { ...codePage({ typed, error: UNKNOWN_SENTENCE }), status: error.status };
    }
  });
}
