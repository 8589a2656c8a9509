import { SCREEN_SEGMENTS, SERVICE_SEGMENTS } from '@refrain/contract/service-paths'

/** Segments of the characters that neither browsers nor proxies encode. */
const PREFIX = /^(?:\/(?!\.\.?(?:\/|$))[\w.~-]+)+$/
const MAX_LENGTH = 100
/** A file that the pages have beside them, such as /service-worker.js, or the Library of a listener. */
const OF_PAGES = /^\/[^/]+(?:\.(?:html|ico|js|json|png|svg|txt|webmanifest)(?:\/|$)|\/library(?:\/|$))/i

/**
 * The path in front of all addresses of the service, such as `/music`, or '' at the root of its host. The only place that
 * knows: everything else takes it from here.
 * @param publicUrl the setting PUBLIC_URL, or ''
 */
export function readPathPrefix(publicUrl: string): string {
  return publicUrl && new URL(publicUrl).pathname.replace(/\/$/, '')
}

/**
 * Whether the service can live under a path. With a first segment of its own, such as `/albums`, nobody could tell
 * whether a proxy has removed it.
 * @param path without a slash at its end
 */
export function isPathPrefix(path: string): boolean {
  const first = path.split('/', 2)[1]?.toLowerCase() ?? ''
  return (
    path.length <= MAX_LENGTH &&
    PREFIX.test(path) &&
    !OF_PAGES.test(path) &&
    !SERVICE_SEGMENTS.has(first) &&
    !SCREEN_SEGMENTS.has(first)
  )
}

/** A request's address without the prefix. Proxies may have removed it before: such addresses stay as they are. */
export function removePrefix(prefix: string, url: string): string {
  return prefix !== '' && url.startsWith(`${prefix}/`) ? url.slice(prefix.length) : url
}

/** What stands in front of the names of cookies: `music.` for `/music`, '' at the root. */
export function cookiePrefix(prefix: string): string {
  return prefix && `${prefix.slice(1).replaceAll('/', '.')}.`
}
