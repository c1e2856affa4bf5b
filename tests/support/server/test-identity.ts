/** Credentials of a provider of proofs of age; no server runs at this address. */
export const TEST_IDENTITY = {
  address: () => Promise.resolve('https://identity.test/verify'),
  secret: 'the-secret-of-the-test-provider-00',
};
