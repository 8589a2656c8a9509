import { networkInterfaces } from 'node:os'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { countTracks } from '../catalogue/track-store.ts'
import type { Database } from '../database/tables.ts'
import { readPathPrefix } from '../http/path-prefix.ts'
import { isInContainer } from '../is-in-container.ts'
import { log } from '../log/log.ts'
import type { Settings } from '../settings.ts'
import { formatCount } from './format-count.ts'

/**
 * What the start prints while a new service can be set up: a link with the code, which a fragment keeps out of every
 * log on the way, and the same for other devices.
 */
export function describeSetUp(
  address: string,
  code: string,
  { host, port, publicUrl }: Reached,
  addresses = networkAddresses(),
): string {
  const link = (origin: string) => `${origin.replace(/\/$/, '')}/setup#code=${code}`
  const here = `Set it up in the browser: ${link(publicUrl || address)}`
  const others = publicUrl ? [] : otherAddresses(address, { host, port }, addresses)
  return others.length > 0 ? `${here}\nFrom another device: ${others.map(link).join(' or ')}` : here
}

type Reached = Pick<Settings, 'host' | 'port' | 'publicUrl'>

/** What an import adds. */
export type Music = 'your music' | 'the sample music'

/**
 * The line printed when the server is ready: its address, what is still being added, and how other devices reach it.
 * @param adding `paused` if music would be added, but imports are paused
 * @param addresses of this machine in its network
 */
export function describeReady(
  address: string,
  { host, port, publicUrl }: Reached,
  adding: Music | 'paused' | undefined,
  addresses = networkAddresses(),
): string {
  const paused = 'imports are paused: Administration, Jobs resumes them'
  const note = adding === 'paused' ? paused : adding && `still adding ${adding}`
  const prefix = readPathPrefix(publicUrl)
  const ready = `${PRODUCT_NAME} is ready: ${address}${prefix && `${prefix}/`}${note ? ` (${note})` : ''}`
  if (publicUrl) return ready
  if (/^(127\.|::1$|localhost$)/.test(host))
    return `${ready}\nOnly this machine can open it. For other devices in your network, set HOST=0.0.0.0 and start again.`
  const others = otherAddresses(address, { host, port }, addresses)
  return others.length > 0 ? `${ready}\nOther devices in your network open ${others.join(' or ')}` : ready
}

/** How other devices reach a service that listens on every address. */
function otherAddresses(
  address: string,
  { host, port }: Pick<Settings, 'host' | 'port'>,
  addresses: readonly string[],
): string[] {
  if (host !== '0.0.0.0' && host !== '::') return []
  const actualPort = port || new URL(address).port
  return addresses.map(name => `http://${name}:${actualPort}`)
}

/** Printed when an import that was running at the start has ended. */
export async function describeAdded(db: Database, music: Music): Promise<string> {
  const name = music === 'your music' ? 'Your music' : 'The sample music'
  return `${name} has been added: ${formatCount(await countTracks(db), 'track')} in the catalogue.`
}

/**
 * Prints what is unusual about how the service is run.
 * @param uid of the account, undefined where there are none
 */
export function warnAtStart(
  { rateLimitScale }: Pick<Settings, 'rateLimitScale'>,
  uid = process.getuid?.(),
  isContained = isInContainer(),
): void {
  if (uid === 0 && !isContained) log.warn('Running as root: use an account of its own instead.')
  if (rateLimitScale === 0) log.warn('Rate limits are switched off (RATE_LIMIT_SCALE=0).')
}

function networkAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap(list => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
}
