import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { edgeTemplate } from '#server/start/folders.ts';
import { edgeCredential } from '#server/providers/edge-signer.ts';
import { EdgeChoiceError, edgeConfiguration, type EdgeChoices } from '../../../scripts/edge/configuration.ts';

const template = readFileSync(edgeTemplate, 'utf8');
const edge = { url: 'https://media.example:8443', secret: '0123456789abcdef0123456789abcdef', told: [] };
const choices: EdgeChoices = {
  origins: ['10.0.0.5:8080'],
  listen: '80',
  cache: '/srv/cache',
  cacheSize: '10g',
  log: '/var/log/edge.log',
  tell: '10.0.0.7:8081',
  playbacks: 50_000,
};

test('fills in every word, with the secret for signatures and another one for the service', () => {
  const text = edgeConfiguration(template, edge, choices);
  expect(text.replace(/^#.*$/gm, '')).not.toContain('{{');
  expect(text).toContain('server 10.0.0.5:8080;');
  expect(text).toContain('server_name media.example;');
  expect(text).toContain(`$bora_folder ${edge.secret}";`);
  expect(text.split(`proxy_set_header x-bora-edge ${edgeCredential(edge.secret)};`)).toHaveLength(3);
  expect(text).toContain('listen 80;');
});

test('asks one of several processes about all playbacks of an account', () => {
  const text = edgeConfiguration(template, edge, { ...choices, origins: ['10.0.0.5:8080', '10.0.0.6:8080'] });
  expect(text).toContain(
    'hash $bora_account consistent;\n    server 10.0.0.5:8080;\n    server 10.0.0.6:8080;\n    keepalive 32;',
  );
  expect(edgeConfiguration(template, edge, choices)).not.toContain('hash');
});

test('has a place for the answers about all playbacks', () => {
  expect(edgeConfiguration(template, edge, choices)).toContain('keys_zone=bora_living:10m max_size=293m');
  expect(edgeConfiguration(template, edge, { ...choices, playbacks: 200_000 })).toContain(
    'keys_zone=bora_living:37m max_size=1172m',
  );
  for (const playbacks of [0, 1.5, NaN, 2_000_000])
    expect(() => edgeConfiguration(template, edge, { ...choices, playbacks })).toThrow(EdgeChoiceError);
});

test('is told about ends at an address of its own', () => {
  const text = edgeConfiguration(template, edge, choices);
  expect(text).toContain('listen 10.0.0.7:8081;');
  expect(text).toContain('proxy_pass http://10.0.0.7:8081;');
});

test('listens with a certificate if there is one', () => {
  const certificate = { chain: '/etc/ssl/chain.pem', key: '/etc/ssl/key.pem' };
  const text = edgeConfiguration(template, edge, { ...choices, listen: '443', certificate });
  expect(text).toContain('listen 443 ssl http2;\n    ssl_certificate /etc/ssl/chain.pem;');
});

test.each(['10.0.0.5:8080; include /etc/passwd', 'a b', '$host', 'x"', ''])(
  'refuses a choice that nginx would read as something else: %s',
  (origin) => {
    expect(() => edgeConfiguration(template, edge, { ...choices, origins: [...choices.origins, origin] })).toThrow(
      EdgeChoiceError,
    );
  },
);
