import ipaddr from 'ipaddr.js';

/**
 * Which network addresses a request on a customer's behalf may go to (SSRF). Everything that is not surely a public
 * unicast address is refused; private ranges are open only as far as the operator says.
 */

/** `privado`: only within the operator's list. `proibido`: never, whatever the list says. */
export type AddressClass = 'publico' | 'privado' | 'proibido';

export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Where clouds tell a machine's credentials, outside the ranges that are refused anyway. */
const METADATA: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  'fd00:ec2::254',
  'fd20:ce::254',
]);

const PRIVATE_RANGES: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal']);
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const SIX_TO_FOUR = ipaddr.IPv6.parseCIDR('2002::/16');

/** The IPv4 address at which a mapped, NAT64 or 6to4 address ends up; null for any other. */
function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  if (address.isIPv4MappedAddress() || address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(12, 16));
  return address.match(SIX_TO_FOUR) ? new ipaddr.IPv4(bytes.slice(2, 6)) : null;
}

/** Reads an address in any spelling that a resolver knows, down to where it leads; null for anything else. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 ? (embedded(address) ?? address) : address;
}

/**
 * Where an address belongs, by where it leads: decimal, hexadecimal, octal and short forms of IPv4, and IPv4 inside
 * IPv6, count as the address that they mean. What is no address is `proibido`.
 */
export function classifyAddress(text: string): AddressClass {
  const address = parse(text);
  if (!address || METADATA.has(address.toString())) return 'proibido';
  const range = address.range();
  if (PRIVATE_RANGES.has(range)) return 'privado';
  if (range !== 'unicast') return 'proibido';
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST) ? 'publico' : 'proibido';
}

/** Reads networks separated by commas ('10.20.0.0/16, fd12::/48'). @throws Error naming the one that is wrong. */
export function parseCidrs(text: string): Cidr[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      if (!ipaddr.isValidCIDR(part)) throw new Error(`'${part}' não é uma rede (use 10.20.0.0/16)`);
      return ipaddr.parseCIDR(part);
    });
}

/** Whether `parseCidrs` reads a text. */
export function isCidrList(text: string): boolean {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => part === '' || ipaddr.isValidCIDR(part));
}

/** Whether a request may go to an address: public ones, and private ones inside `allowed`. */
export function isAllowedAddress(text: string, allowed: readonly Cidr[]): boolean {
  const kind = classifyAddress(text);
  if (kind !== 'privado') return kind === 'publico';
  const address = parse(text);
  return allowed.some(
    ([network, bits]) => address?.kind() === network.kind() && address.match([network, bits]),
  );
}
