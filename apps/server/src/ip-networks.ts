import { BlockList, isIP } from 'node:net'

/** Named networks for TRUSTED_PROXIES. */
const NAMED_NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const BITS = { 4: 32, 6: 128 } as const

/** Whether it is an IP address, a network such as 10.0.0.0/8, or the name of one. */
export function isNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address) as 0 | 4 | 6
  if (version === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= BITS[version])
}

/** Creates a check whether an IP address is in one of the networks. */
export function createNetworkCheck(networks: readonly string[]): (address: string) => boolean {
  const all = new BlockList()
  for (const network of networks.flatMap(each => NAMED_NETWORKS[each] ?? each)) {
    const [address = '', prefix] = network.split('/')
    const version = isIP(address) as 4 | 6
    all.addSubnet(address, Number(prefix ?? BITS[version]), version === 4 ? 'ipv4' : 'ipv6')
  }
  return address => all.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
