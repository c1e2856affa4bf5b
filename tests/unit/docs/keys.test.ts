import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { envSchema } from '#server/start/env.ts';
import type { VariableMeta } from '#server/start/variables/variable.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/operations/keys.md'), 'utf8');
const sources = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => ({ path: `server/${name}`, text: readFileSync(join(root, 'server', name), 'utf8') }));

test('the page about keys has every secret variable', () => {
  const secrets = Object.entries(envSchema.shape)
    .filter(([, schema]) => (schema.meta() as VariableMeta).isSecret)
    .map(([name]) => `\`${name}\``);
  expect(secrets.length).toBeGreaterThan(10);
  expect(secrets.filter((name) => !page.includes(name))).toEqual([]);
});

test('every variable whose text names a secret, a password or a token can come from a file', () => {
  const named = Object.entries(envSchema.shape)
    .map(([name, schema]) => ({ name, ...(schema.meta() as VariableMeta) }))
    .filter(({ name, example = '' }) => /SECRET|PASSWORD|TOKEN/.test(name) || /secret|password/.test(example));
  expect(named.filter(({ isSecret }) => !isSecret)).toEqual([]);
});

test('the page about keys has every key that the service makes and stores', () => {
  const made = sources.flatMap(({ text }) =>
    [...text.matchAll(/findOrMakeSetting\(\w+, '([\w-]+)', \(\) => random\.secret\(\)/g)].map(([, name]) => name!),
  );
  expect(made.length).toBeGreaterThan(2);
  expect(made.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test('the page about keys has every module that signs, seals, derives keys, hashes passwords or uses a weak hash', () => {
  const uses =
    /\b(?:createHmac|createSign|createCipheriv|createDecipheriv|(?:scrypt|hkdf|pbkdf2)(?:Sync)?)\b|'@node-rs\/argon2'|Hash\('(?:md5|sha1)'/;
  const modules = sources.filter(({ text }) => uses.test(text)).map(({ path }) => path);
  expect(modules.length).toBeGreaterThan(10);
  expect(modules.filter((path) => !page.includes(`\`${path}\``))).toEqual([]);
});
