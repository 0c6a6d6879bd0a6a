import { describe, expect, it } from 'vitest';
import { classifyAddress, isAllowedAddress, parseCidrs } from './network-address.ts';

describe('classifyAddress', () => {
  it.each([
    ['8.8.8.8', 'publico'],
    ['2606:4700:4700::1111', 'publico'],
    ['::ffff:8.8.8.8', 'publico'],
    ['64:ff9b::808:808', 'publico'],
    ['2002:808:808::1', 'publico'],
    ['10.1.2.3', 'privado'],
    ['172.16.0.1', 'privado'],
    ['172.31.255.254', 'privado'],
    ['172.32.0.1', 'publico'],
    ['192.168.0.10', 'privado'],
    ['100.64.0.1', 'privado'],
    ['100.128.0.1', 'publico'],
    ['fd12:3456::1', 'privado'],
    ['::ffff:10.1.2.3', 'privado'],
    ['64:ff9b::a01:203', 'privado'],
    ['2002:c0a8:1::', 'privado'],
  ])('%s is %s', (address, kind) => {
    expect(classifyAddress(address)).toBe(kind);
  });

  it.each([
    ['loopback', '127.0.0.1'],
    ["loopback, at the range's end", '127.255.255.254'],
    ['loopback in IPv6', '::1'],
    ['no address', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['no address in IPv6', '::'],
    ['link local', '169.254.10.20'],
    ['link local in IPv6', 'fe80::1'],
    ['link local with a zone', 'fe80::1%eth0'],
    ['metadata', '169.254.169.254'],
    ['metadata of AWS in IPv6', 'fd00:ec2::254'],
    ['metadata of Google in IPv6', 'fd20:ce::254'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['metadata of Azure', '168.63.129.16'],
    ['multicast', '224.0.0.1'],
    ['multicast in IPv6', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['documentation', '192.0.2.1'],
    ['decimal', '2130706433'],
    ['hexadecimal', '0x7f000001'],
    ['hexadecimal in parts', '0x7f.0.0.1'],
    ['octal', '0177.0.0.1'],
    ['short', '127.1'],
    ['metadata in decimal', '2852039166'],
    ['mapped', '::ffff:127.0.0.1'],
    ['mapped, in hexadecimal', '::ffff:7f00:1'],
    ['compatible', '::7f00:1'],
    ['translated (RFC 6145)', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 with metadata', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::808:808'],
    ['6to4', '2002:7f00:1::1'],
    ['6to4 with metadata', '2002:a9fe:a9fe::'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['site local', 'fec0::1'],
    ['outside global unicast', '4000::1'],
    ['a name', 'localhost'],
    ['nothing', ''],
  ])('never: %s (%s)', (_what, address) => {
    expect(classifyAddress(address)).toBe('proibido');
    // No operator's list permits the address.
    expect(isAllowedAddress(address, parseCidrs('0.0.0.0/0, ::/0'))).toBe(false);
  });
});

describe('isAllowedAddress', () => {
  const allowed = parseCidrs('10.20.0.0/16, fd12::/32 ,192.168.7.9/32');

  it.each([
    ['10.20.3.4', true],
    ['10.21.3.4', false],
    ['192.168.7.9', true],
    ['192.168.7.8', false],
    ['fd12::5', true],
    ['fd13::5', false],
    ['::ffff:10.20.3.4', true],
    ['64:ff9b::a15:304', false],
    ['169083652', true],
    ['8.8.8.8', true],
  ])('%s: %s', (address, expected) => {
    expect(isAllowedAddress(address, allowed)).toBe(expected);
  });

  it('without a list, no private network', () => {
    expect(isAllowedAddress('10.20.3.4', parseCidrs(''))).toBe(false);
    expect(isAllowedAddress('8.8.8.8', parseCidrs(''))).toBe(true);
  });
});

it('parseCidrs says which network is wrong', () => {
  expect(() => parseCidrs('10.0.0.0/8, 10.0.0.0/99')).toThrow("'10.0.0.0/99' não é uma rede");
  expect(() => parseCidrs('asterisk.local')).toThrow("'asterisk.local' não é uma rede");
});
