import { expect, it } from 'vitest';
import { addressKey } from './rate-limit.ts';

it('counts an IPv6 address by its /64, and whoever hung up before being looked at as one', () => {
  expect(addressKey({ ip: '2001:db8:1:2:3:4:5:6' })).toBe(addressKey({ ip: '2001:db8:1:2::9' }));
  expect(addressKey({ ip: '10.0.0.1' })).not.toBe(addressKey({ ip: '10.0.0.2' }));
  // A closed connection has no address.
  expect(addressKey({ ip: undefined })).toBe('ip:desligou');
});
