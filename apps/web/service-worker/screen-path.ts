import { isScreen } from './is-screen.ts'

declare const self: ServiceWorkerGlobalScope

/** The path, query and hash of an address if it is a screen of these pages, otherwise Home. */
export function toScreenPath(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address, self.location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(address, self.location.origin)
  // `/.//host` is normalised to `//host`, which is another site.
  const isOwn = origin === self.location.origin && !pathname.startsWith('//') && isScreen(pathname)
  return isOwn ? pathname + search + hash : '/'
}
