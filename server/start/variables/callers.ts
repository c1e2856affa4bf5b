import { isIP } from 'node:net';
import { z } from 'zod';
import type { CountryOptions } from '#server/http/country.ts';
import { documented } from './variable.ts';

/** The shortest prefixes of a proxy's network: those of private networks. Of a wider one anybody could be a proxy. */
const WIDEST = { 4: 8, 6: 7 } as const;

const isAddress = (text: string) => {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (more.length > 0 || (family !== 4 && family !== 6)) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= WIDEST[family] && Number(bits) <= (family === 4 ? 32 : 128);
};

const areAddresses = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .every((part) => ['loopback', 'linklocal', 'uniquelocal'].includes(part) || isAddress(part));

/** Variables of where callers come from. */
export const callerVariables = {
  TRUSTED_PROXIES: documented(
    z.string().default('loopback').refine(areAddresses, {
      error: 'must be addresses or networks (10.0.0.0/8), loopback, linklocal or uniquelocal, with commas between them',
    }),
    {
      description:
        'Proxies whose `x-forwarded-for` the server believes: addresses, networks (`10.0.0.0/8`), `loopback`, `linklocal` or `uniquelocal`, separated by commas.',
    },
  ),
  COUNTRIES: documented(
    z
      .string()
      .regex(/^[A-Z]{2}(,[A-Z]{2}){0,29}$/, { error: 'must be up to 30 codes such as KR, with commas between them' })
      .optional(),
    {
      description:
        'Countries where the service is, as codes with commas between them. Titles and episodes may then be limited to some, and rated otherwise in some.',
      unset: 'one country: nobody is asked where they are',
      example: 'KR,JP',
    },
  ),
  COUNTRY_HEADER: documented(
    z
      .string()
      .regex(/^[a-z0-9-]{1,64}$/i, { error: 'must be the name of a header' })
      .default('cf-ipcountry'),
    {
      description:
        'Header in which a proxy of `TRUSTED_PROXIES` says the country of a caller. The proxy must replace what callers send in it.',
    },
  ),
  UNKNOWN_COUNTRY: documented(
    z
      .string()
      .regex(/^[A-Z]{2}$/, { error: 'must be a code such as KR' })
      .optional(),
    {
      description: 'Country of callers whose country the proxy does not say.',
      unset: 'they see what is limited to no country',
      example: 'KR',
    },
  ),
};

export const countriesOf = (data: z.output<z.ZodObject<typeof callerVariables>>): CountryOptions | undefined =>
  data.COUNTRIES === undefined
    ? undefined
    : {
        countries: data.COUNTRIES.split(','),
        header: data.COUNTRY_HEADER.toLowerCase(),
        unknown: data.UNKNOWN_COUNTRY,
      };
