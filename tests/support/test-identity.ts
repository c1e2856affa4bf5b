/** A provider of proofs of age; nobody is there. */
export const TEST_IDENTITY = {
  address: () => Promise.resolve('https://identity.test/verify'),
  secret: 'the-secret-of-the-test-provider-00',
};
