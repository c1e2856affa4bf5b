import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-typescript.ts';

/*
 * Uses the types that openapi-typescript generates: it must compile and work against a real server.
 * `scripts/check-clients.ts` puts the generated file next to a copy of this one.
 */
const baseUrl = process.argv[2]!;
const expect = (isSo: boolean, what: string) => {
  if (!isSo) throw new Error(`openapi-fetch: ${what}`);
};

const anybody = createClient<paths>({ baseUrl });
const signedIn = await anybody.POST('/api/accounts/v1/login/', {
  body: { email: 'demo@bora.example', password: 'bora-demo-1', device: { platform: 'web' } },
});
if (!signedIn.data) throw new Error(signedIn.error.message);

const account = createClient<paths>({ baseUrl, headers: { authorization: `Token ${signedIn.data.token}` } });
const profiles = await account.GET('/api/profiles/v1/list/');
const locked = profiles.data!.results.find((profile) => profile.has_pin)!;
const refused = await account.GET('/api/profiles/v1/{id}/token/', {
  params: { path: { id: locked.id }, header: { 'x-profile-pin': '0000' } },
});
const code: components['schemas']['ErrorReply']['code'] | undefined = refused.error?.code;
expect(code === 'PIN_INVALID', `a wrong PIN is ${code}`);
const chosen = await account.GET('/api/profiles/v1/{id}/token/', {
  params: { path: { id: locked.id }, header: { 'x-profile-pin': '1234' } },
});

const viewer = createClient<paths>({ baseUrl, headers: { authorization: `Token ${chosen.data!.token}` } });
const page = await viewer.GET('/api/items/v1/list/', { params: { query: { limit: 3, offset: 1, weekday: 3 } } });
expect(page.data!.results.length <= 3, 'a page has as many titles as asked for');
const found = await viewer.GET('/api/items/v1/list/', { params: { query: { limit: 1 } } });
const item = await viewer.GET('/api/items/v1/{id}/', { params: { path: { id: found.data!.results[0]!.id } } });
const rating: number | null = item.data!.my.rating;
expect(rating === null || rating > 0, 'an item has its rating');
const odd = await viewer.GET('/api/items/v1/list/', { params: { query: { limit: 101 } } });
expect(odd.error?.code === 'VALIDATION_FAILED', 'a limit of 101 is refused');
