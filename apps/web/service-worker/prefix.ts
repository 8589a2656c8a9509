declare const self: ServiceWorkerGlobalScope

/** The path in front of all addresses of the service, '' at the root of its host: this script is right below it. */
export const prefix = self.location.pathname.replace(/\/[^/]*$/, '')

/** The path of an address behind the prefix; undefined for those of other services on the host. */
export function pathOf(address: string): string | undefined {
  const { origin, pathname } = new URL(address)
  return origin === self.location.origin && pathname.startsWith(`${prefix}/`)
    ? pathname.slice(prefix.length)
    : undefined
}
