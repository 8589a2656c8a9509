import type { FastifyInstance } from 'fastify'
import { RequestError } from './request-errors.ts'

/** 405: the address is known, but not with this method. */
export class MethodNotAllowedError extends RequestError {
  override name = 'MethodNotAllowedError'
  override readonly allow: string
  constructor(methods: Iterable<string>) {
    const allow = [...methods].toSorted().join(', ')
    super(405, `This address takes ${allow} only.`)
    this.allow = allow
  }
}

/** Notes every route from now on. Returns the methods that a path has routes for; none where it is unknown. */
export function trackRouteMethods(app: FastifyInstance): (path: string) => ReadonlySet<string> {
  const fixed = new Map<string, Set<string>>()
  const patterns = new Map<string, { shape: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // Preflights are answered at every address: that makes none of them known.
    if (url.includes('*')) return
    for (const each of [method].flat()) methodsOf(url).add(each)
  })

  function methodsOf(url: string): Set<string> {
    const known = fixed.get(url) ?? patterns.get(url)?.methods
    if (known) return known
    const methods = new Set<string>()
    if (url.includes(':')) {
      const source = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')
      patterns.set(url, { shape: new RegExp(`^${source}$`), methods })
    } else fixed.set(url, methods)
    return methods
  }

  return path => {
    const found = [...patterns.values()].filter(({ shape }) => shape.test(path))
    return new Set([...(fixed.get(path) ?? []), ...found.flatMap(({ methods }) => [...methods])])
  }
}
