import { BlockList, isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'

const HEADERS = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded']

/** Names of networks that the framework knows. */
const NETWORKS: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Whether it is an IP address, a network such as 10.0.0.0/8, or the name of one. */
export function isNetwork(text: string): boolean {
  if (text in NETWORKS) return true
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  if (version === 0 || more.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/**
 * Says once in the log that a proxy is not named in TRUSTED_PROXIES: everybody behind it counts as one address.
 * @returns to be called with each request
 */
export function warnOfProxy(trusted: readonly string[]): (request: FastifyRequest) => void {
  const known = new BlockList()
  for (const text of trusted.flatMap(each => NETWORKS[each] ?? each)) {
    const [address = '', prefix] = text.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    known.addSubnet(address, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family)
  }
  let warned = false
  return ({ headers, raw: { socket } }) => {
    if (warned) return
    const header = HEADERS.find(name => headers[name] !== undefined)
    const peer = socket.remoteAddress ?? ''
    if (header === undefined || known.check(peer, isIP(peer) === 6 ? 'ipv6' : 'ipv4')) return
    warned = true
    console.warn(
      `${peer} sent ${header} but is not in TRUSTED_PROXIES. If it is your proxy, name it there: ` +
        'until then everybody behind it counts as one address for the rate limits.',
    )
  }
}
