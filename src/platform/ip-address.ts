/** Parses IP addresses; the same on every platform. */

const IPV4_RE = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/; // "192.0.2.7"
const WITHOUT_ZONE_RE = /^([^%]*)(?:%[0-9A-Za-z.:-]+)?$/; // "%eth0" names a network interface and is not part of the address
const IPV6_GROUP_RE = /^[0-9a-f]{1,4}$/i; // "2001"

/** The 4 octets of an IPv4 address or the 16 of an IPv6 address (RFC 4291 2.2); `undefined` for any other text. */
export function ipAddressOctets(text: string): readonly number[] | undefined {
  return IPV4_RE.test(text) ? text.split(".").map(Number) : ipv6Octets(text);
}

function ipv6Octets(text: string): readonly number[] | undefined {
  const address = WITHOUT_ZONE_RE.exec(text)?.[1];
  if (address === undefined) return undefined;
  const halves = address.split("::");
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => groupOctets(half, index === halves.length - 1));
  if (head === undefined) return undefined;
  if (halves.length === 1) return head.length === 16 ? head : undefined;
  if (tail === undefined || head.length + tail.length > 14) return undefined;
  return [...head, ...Array<number>(16 - head.length - tail.length).fill(0), ...tail];
}

/** The octets of groups between colons. The last group may be an IPv4 address. */
function groupOctets(text: string, isLast: boolean): number[] | undefined {
  if (text === "") return [];
  const octets: number[] = [];
  const groups = text.split(":");
  for (const [index, group] of groups.entries()) {
    if (isLast && index === groups.length - 1 && IPV4_RE.test(group)) {
      octets.push(...group.split(".").map(Number));
    } else if (IPV6_GROUP_RE.test(group)) {
      const value = Number.parseInt(group, 16);
      octets.push(value >> 8, value & 0xff);
    } else {
      return undefined;
    }
  }
  return octets;
}
