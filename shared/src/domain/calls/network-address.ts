import ipaddr from 'ipaddr.js';

/** Decides which addresses a customer's request may reach (SSRF). */

/** `privado`: reachable only by the operator's list. `proibido`: never reachable. */
export type AddressClass = 'publico' | 'privado' | 'proibido';

export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Cloud metadata addresses outside the refused ranges. */
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

/** The IPv4 address inside a mapped, NAT64 or 6to4 address, if any. */
function unwrapIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  if (address.isIPv4MappedAddress() || address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(12, 16));
  return address.match(SIX_TO_FOUR) ? new ipaddr.IPv4(bytes.slice(2, 6)) : null;
}

/** Parses any spelling that resolvers accept, even embedded IPv4; null for no address. */
function parse(text: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  if (!ipaddr.isValid(text)) return null;
  const address = ipaddr.parse(text);
  return address instanceof ipaddr.IPv6 ? (unwrapIpv4(address) ?? address) : address;
}

/** Classifies an address in any spelling, even embedded IPv4. Other text is `proibido`. */
export function classifyAddress(text: string): AddressClass {
  const address = parse(text);
  if (!address || METADATA.has(address.toString())) return 'proibido';
  const range = address.range();
  if (PRIVATE_RANGES.has(range)) return 'privado';
  if (range !== 'unicast') return 'proibido';
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST) ? 'publico' : 'proibido';
}

/** Reads networks, such as '10.20.0.0/16, fd12::/48'. @throws Error naming the invalid network */
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

export function isCidrList(text: string): boolean {
  const parts = text.split(',').map((part) => part.trim());
  return parts.every((part) => part === '' || ipaddr.isValidCIDR(part));
}

/** True for a public address, or a private one in `allowed`. */
export function isAllowedAddress(text: string, allowed: readonly Cidr[]): boolean {
  const kind = classifyAddress(text);
  if (kind !== 'privado') return kind === 'publico';
  const address = parse(text);
  return allowed.some(
    ([network, bits]) => address?.kind() === network.kind() && address.match([network, bits]),
  );
}
