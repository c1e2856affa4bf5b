import { z } from 'zod';
import { staffRoles, type StaffRole } from '#contract/console/endpoint.ts';
import { isLoopbackHost } from '../loopback-host.ts';
import { documented, EnvError } from './variable.ts';

/** How staff sign in at a provider. */
export interface StaffProviderSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string;
  /** On the button. */
  name: string;
  /** Name of the claim with a person's groups; dots lead into it. */
  roleClaim: string;
  /** The role that a value of that claim gives. */
  roles: ReadonlyMap<string, StaffRole>;
}

const isRole = (text: string): text is StaffRole => (staffRoles as readonly string[]).includes(text);

/** Parses `owner=bora-owners,editor=bora-editors`; undefined for other text. */
function readRoles(text: string): ReadonlyMap<string, StaffRole> | undefined {
  const roles = new Map<string, StaffRole>();
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const [role, value] = [part.slice(0, at).trim(), part.slice(at + 1).trim()];
    if (at < 1 || !isRole(role) || value === '' || roles.has(value)) return undefined;
    roles.set(value, role);
  }
  return roles;
}

const isIssuer = (text: string) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, search, hash } = new URL(text);
  return (
    [username, search, hash].every((part) => part === '') &&
    (protocol === 'https:' || (protocol === 'http:' && isLoopbackHost(hostname)))
  );
};

/** Variables of the sign-in of staff by OpenID Connect. */
export const oidcVariables = {
  OIDC_ISSUER: documented(
    z.string().refine(isIssuer, { error: 'must be an address that starts with https://' }).optional(),
    {
      description:
        'Where staff sign in by OpenID Connect, besides passwords: the provider’s address, below which `/.well-known/openid-configuration` is. Its client may return to `PUBLIC_URL`, `/console/oidc/callback`, and after a sign-out to `/console/`.',
      unset: 'staff sign in with passwords',
      example: 'https://login.example/realms/bora',
    },
  ),
  OIDC_CLIENT_ID: documented(z.string().min(1).max(500).optional(), {
    description: 'What the provider knows this service by.',
    unset: 'none; OIDC_ISSUER needs it',
    example: 'bora',
  }),
  OIDC_CLIENT_SECRET: documented(z.string().min(1).max(2000).optional(), {
    description: 'The secret of that client.',
    unset: 'none; OIDC_ISSUER needs it',
    example: 'secret',
    isSecret: true,
  }),
  OIDC_SCOPES: documented(
    z
      .string()
      .regex(/^openid(?: [\w:./-]+){0,20}$/, { error: 'must be words, openid first' })
      .default('openid email profile'),
    {
      description: 'What is asked of the provider. Some name a person’s groups only with a scope of their own.',
    },
  ),
  OIDC_ROLE_CLAIM: documented(
    z
      .string()
      .regex(/^[\w:/-]{1,200}(?:\.[\w:/-]{1,200}){0,5}$/, { error: 'must be the name of a claim' })
      .default('groups'),
    { description: 'The claim with a person’s groups. Dots lead into a claim: `realm_access.roles`.' },
  ),
  OIDC_ROLES: documented(
    z
      .string()
      .max(5000)
      .refine((text) => readRoles(text) !== undefined, {
        error: `must be such as owner=bora-owners,editor=bora-editors; the roles are ${staffRoles.join(', ')}`,
      })
      .optional(),
    {
      description:
        'Which group gives which role, the most powerful one wins: `owner=bora-owners,editor=bora-editors,support=bora-support`. Who is in none does not get in.',
      unset: 'none; OIDC_ISSUER needs it',
      example: 'owner=bora-owners,editor=bora-editors,support=bora-support',
    },
  ),
  OIDC_NAME: documented(z.string().trim().min(1).max(40).optional(), {
    description: 'The provider’s name on the button of the sign-in page.',
    unset: 'the host of `OIDC_ISSUER`',
    example: '회사 계정',
  }),
};

type OidcVariables = z.output<z.ZodObject<typeof oidcVariables>>;

/**
 * @returns undefined when staff sign in with passwords alone.
 * @throws EnvError when something is missing.
 */
export function staffProviderSettingsOf(data: OidcVariables): StaffProviderSettings | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_ROLES: roles } = data;
  if (issuer === undefined) {
    if (clientId === undefined && clientSecret === undefined && roles === undefined) return undefined;
    throw new EnvError('OIDC_ISSUER: must be set where other variables of OIDC are');
  }
  const read = roles === undefined ? undefined : readRoles(roles);
  if (clientId === undefined || clientSecret === undefined || read === undefined)
    throw new EnvError('OIDC_ISSUER: needs OIDC_CLIENT_ID, OIDC_CLIENT_SECRET and OIDC_ROLES');
  return {
    issuer,
    clientId,
    clientSecret,
    scopes: data.OIDC_SCOPES,
    name: data.OIDC_NAME ?? new URL(issuer).host,
    roleClaim: data.OIDC_ROLE_CLAIM,
    roles: read,
  };
}
