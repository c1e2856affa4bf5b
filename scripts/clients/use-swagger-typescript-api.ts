import { Api } from './swagger-typescript-api.ts';

/* Like use-openapi-fetch.ts, with the client that swagger-typescript-api generates. */
const baseUrl = process.argv[2]!;
const expect = (isSo: boolean, what: string) => {
  if (!isSo) throw new Error(`swagger-typescript-api: ${what}`);
};

const clientWith = (token?: string) =>
  new Api<string>({
    baseUrl,
    securityWorker: (given) => (given === null ? undefined : { headers: { authorization: `Token ${given}` } }),
    ...(token !== undefined && { baseApiParams: { secure: true } }),
  });

const anybody = clientWith();
const { data: session } = await anybody.api.login({
  email: 'demo@bora.example',
  password: 'bora-demo-1',
  device: { platform: 'web' },
});

const account = clientWith(session.token);
account.setSecurityData(session.token);
const { data: profiles } = await account.api.listProfiles();
const { data: chosen } = await account.api.getProfileToken({ id: profiles.results[0]!.id });

const viewer = clientWith(chosen.token);
viewer.setSecurityData(chosen.token);
const { data: page } = await viewer.api.listItems({ limit: 3, offset: 1 });
const title: number = page.results[0]!.id;
expect(page.results.length === 3, 'a page has as many titles as asked for');
const { data: item } = await viewer.api.getItem({ id: title });
expect(item.name.length > 0, 'a title has a name');

const failure = await anybody.api.getMyAccount().then(
  () => undefined,
  (response: { status: number; error: { code: string } }) => response,
);
expect(
  failure?.status === 401 && failure.error.code === 'TOKEN_INVALID',
  'a call without a token is refused by its code',
);
