import { JSDOM } from 'jsdom';
import { expect, test } from 'vitest';
import type { Inputs } from '#server/accounts/inputs/inputs.ts';
import { composeMail } from '#server/mail/compose.ts';
import type { MailContent } from '#server/mail/content.ts';
import { mailboxPage } from '#server/mail/page.ts';
import { mountInput } from '#server/pages/input.ts';
import { askForm, buttonLink, facts, form, links, notice, paragraph, plainForm } from '#server/pages/parts.ts';
import { pageOf, type PageContent } from '#server/pages/shell.ts';
import type { Pages } from '#server/pages/visits.ts';

/* Markup in every text that a mail or a page for phones can have, whether somebody can choose that text today or not. */

/** Ends an attribute, a title and an element, and becomes an element where it is not escaped. */
const MARKUP = `"'></title><img data-markup>`;
const AT = '2026-11-20T12:00:00Z';

const MAILS: { readonly [K in MailContent['kind']]: Extract<MailContent, { kind: K }> } = {
  'email-code': { kind: 'email-code', code: MARKUP },
  'second-factor-code': { kind: 'second-factor-code', code: MARKUP, device: MARKUP },
  'second-factor-changed': { kind: 'second-factor-changed', method: 'mail', at: AT },
  'password-reset': { kind: 'password-reset', token: MARKUP, code: MARKUP },
  invitation: { kind: 'invitation', token: MARKUP, expiresAt: AT },
  'new-sign-in': { kind: 'new-sign-in', device: MARKUP, at: AT },
  'password-changed': { kind: 'password-changed', how: 'changed', device: MARKUP, origin: MARKUP, at: AT },
  'email-changed': { kind: 'email-changed', at: AT },
  receipt: {
    kind: 'receipt',
    name: MARKUP,
    title: MARKUP,
    price: 1,
    paidAt: AT,
    refundedAt: null,
    paymentId: MARKUP,
  },
  'account-export': { kind: 'account-export', token: MARKUP, expiresAt: AT },
  'staff-notice': { kind: 'staff-notice', what: 'role', email: MARKUP, by: MARKUP, detail: MARKUP, at: AT },
  troubles: { kind: 'troubles', started: [{ kind: 'job', detail: MARKUP, since: AT }], ended: [] },
  payment: { kind: 'payment', name: MARKUP, price: 1, refundedFor: null },
};

const FIELD = { name: 'code', label: MARKUP, value: MARKUP, error: MARKUP, hint: MARKUP, autocomplete: 'off' };
const OF_FORM = { action: MARKUP, formToken: MARKUP, hidden: { code: MARKUP } };
const shown = (content: string) => pageOf({ screen: 'link', heading: '제목', content });

/** The page on which a phone types. */
async function typingPage(): Promise<string> {
  let content: PageContent | undefined;
  let load: () => Promise<void> = () => Promise.resolve();
  const pages = {
    get: (_path: string, handle: (visit: object) => Promise<PageContent>) =>
      (load = async () => {
        content = await handle({ query: { code: 'BCDF-2345' }, address: '' });
      }),
  };
  const join = () => Promise.resolve({ code: MARKUP, field: { name: MARKUP, done_label: MARKUP } });
  mountInput(pages as unknown as Pages, { join } as unknown as Pick<Inputs, 'join'>);
  await load();
  return pageOf(content!);
}

test.each<[string, () => string | Promise<string>]>([
  ...Object.values(MAILS).map((content): [string, () => string] => [
    `a mail of ${content.kind}`,
    () => composeMail('luna@bora.example', content, 'https://bora.example').html,
  ]),
  ['the heading of a page', () => pageOf({ screen: 'link', heading: MARKUP, content: '' })],
  ['a form', () => shown(form({ ...OF_FORM, fields: [FIELD], buttons: [{ label: MARKUP, action: MARKUP }] }))],
  ['a form that asks', () => shown(askForm('/link', [FIELD], MARKUP))],
  ['a plain form', () => shown(plainForm({ ...OF_FORM, label: MARKUP }))],
  ['a paragraph', () => shown(paragraph(MARKUP))],
  ['a notice', () => shown(notice(MARKUP))],
  ['facts', () => shown(facts([[MARKUP, MARKUP]]))],
  ['facts with an address', () => shown(facts([['이메일', `luna@${MARKUP}`]]))],
  ['links', () => shown(links([[MARKUP, MARKUP]]))],
  ['a button that is a link', () => shown(buttonLink(MARKUP, MARKUP))],
  ['the page on which a phone types', typingPage],
  [
    'the mailbox',
    () =>
      mailboxPage([
        {
          to: MARKUP,
          subject: MARKUP,
          text: `${MARKUP} https://bora.example/${MARKUP}`,
          html: '',
          sentAt: new Date(AT),
        },
      ]),
  ],
])('markup stays text in %s', async (_name, write) => {
  const { document } = new JSDOM(await write()).window;
  expect(document.querySelectorAll('[data-markup]')).toHaveLength(0);
});
