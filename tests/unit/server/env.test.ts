import { describe, expect, test } from 'vitest';
import { EnvError, readEnv } from '#server/env.ts';

describe('the mode of the server', () => {
  test.each([{}, { HOST: 'localhost' }, { HOST: '::1' }, { HOST: '127.0.0.2', PUBLIC_URL: 'http://tv.test:8080' }])(
    'is development where only this machine can call: %o',
    (variables) => {
      expect(readEnv(variables).isProduction).toBe(false);
    },
  );

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.0.10' },
    { HOST: 'bora.test' },
    { HOST: '127.0.0.1.bora.test' },
    { PUBLIC_URL: 'https://bora.test' },
    { PUBLIC_URL: 'HTTPS://bora.test' },
  ])('has to be named where other machines can call: %o', (variables) => {
    expect(() => readEnv(variables)).toThrow(EnvError);
    expect(() => readEnv({ ...variables, NODE_ENV: '' })).toThrow(/^NODE_ENV: must be set, because /);
    expect(readEnv({ ...variables, NODE_ENV: 'development' }).isProduction).toBe(false);
    expect(readEnv({ ...variables, NODE_ENV: 'production' }).isProduction).toBe(true);
  });
});
