import { isIP } from 'node:net'

/** Groups of an IPv6 address that providers give to one customer, or to several. */
const GROUPS = 3

/** The network of an IP address: `203.0.113.0/24`, `2001:db8:1::/48`; '' for anything else. */
export function networkOf(address: string): string {
  const version = isIP(address)
  if (version === 4) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  if (version !== 6) return ''
  const given = (address.split('::')[0] as string).split(':').slice(0, GROUPS)
  return `${given.join(':').replace(/(?::?\b0)+$/, '')}::/48`
}
