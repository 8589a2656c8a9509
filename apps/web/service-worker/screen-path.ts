import { isScreen } from './is-screen.ts'

declare const self: ServiceWorkerGlobalScope

/** The path of a screen of ours, with what belongs to it; Home in place of anything else. */
export function toScreenPath(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address, self.location.origin)) return '/'
  const { origin, pathname, search, hash } = new URL(address, self.location.origin)
  // `/.//` becomes two strokes, which would lead to another site.
  const isOurs = origin === self.location.origin && !pathname.startsWith('//') && isScreen(pathname)
  return isOurs ? pathname + search + hash : '/'
}
