/** Of this machine: a reverse proxy without forwarded addresses, a test, a load run. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);
