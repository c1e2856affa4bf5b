import type { IdentityStatus } from '#contract/identity.ts';
import type { IdentityChecks } from '#server/accounts/identity/identity-checks.ts';
import { buttonLink, paragraph } from './parts.ts';
import type { PageContent } from './shell.ts';
import type { Pages } from './visits.ts';

const page = (heading: string, content: string): PageContent => ({ screen: 'identity', heading, content });

const ends: Readonly<Record<Exclude<IdentityStatus, 'pending'>, PageContent>> = {
  proved: page('확인이 끝났어요', paragraph('이제 TV에서 19세 작품을 볼 수 있어요. 이 화면은 닫아도 돼요.')),
  minor: page(
    '19세 작품은 볼 수 없어요',
    paragraph('성인이 확인해야 해요. 보호자가 TV에서 새 코드를 받아 확인해 주세요.'),
  ),
  cancelled: page('본인 확인을 그만두었어요', paragraph('다시 하려면 TV에서 새 코드를 받아 주세요.')),
  expired: page('확인 시간이 지났어요', paragraph('TV에서 새 코드를 받아 다시 시도해 주세요.')),
};

const askPage = (providerPage: string) =>
  page(
    '본인 확인',
    paragraph('19세 작품은 성인 한 명이 본인 확인을 한 뒤에 볼 수 있어요. 계정마다 한 번만 하면 돼요.') +
      paragraph('보라는 성인이 확인했다는 것과 그 시각만 저장해요. 누구인지는 저장하지 않아요.') +
      buttonLink('본인 확인하러 가기', providerPage),
  );

const notFound = {
  ...page('본인 확인을 찾을 수 없어요', paragraph('TV에 보이는 코드를 다시 찍어 주세요.')),
  status: 404,
};

const refused = {
  ...page('확인 결과를 받지 못했어요', paragraph('TV에서 새 코드를 받아 다시 시도해 주세요.')),
  status: 400,
};

/** The phone page of a proof of age: leads to the provider's page, and takes its signed answer. */
export function mountIdentityPage(pages: Pages, checks: IdentityChecks): void {
  pages.get('/identity/return', async ({ query }) => {
    const reference = await checks.settle(query);
    // To an address without the answer, so that a reload does not send it again.
    return reference === undefined ? refused : { goTo: `/identity/${reference}` };
  });

  pages.get('/identity/:reference', async ({ params }) => {
    const reference = params['reference'] ?? '';
    const status = await checks.find(reference);
    if (status === undefined) return notFound;
    return status === 'pending' ? askPage(await checks.pageOf(reference)) : ends[status];
  });
}
