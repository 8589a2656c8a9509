import type { FastifyInstance } from 'fastify'
import { RequestError } from './request-errors.ts'

/** 405: the path exists, but not with this method. */
export class MethodNotAllowedError extends RequestError {
  override name = 'MethodNotAllowedError'
  override readonly allow: string
  constructor(methods: Iterable<string>) {
    const allow = [...methods].toSorted().join(', ')
    super(405, `This address takes ${allow} only.`)
    this.allow = allow
  }
}

/** Records the routes registered from now on. @returns the methods of a path; empty for an unknown path */
export function trackRouteMethods(app: FastifyInstance): (path: string) => ReadonlySet<string> {
  const exact = new Map<string, Set<string>>()
  const patterns = new Map<string, { shape: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    // The preflight route matches every path.
    if (url.includes('*')) return
    for (const each of [method].flat()) methodsOf(url).add(each)
  })

  function methodsOf(url: string): Set<string> {
    const known = exact.get(url) ?? patterns.get(url)?.methods
    if (known) return known
    const methods = new Set<string>()
    if (url.includes(':')) {
      const source = url.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/:\w+/g, '[^/]+')
      patterns.set(url, { shape: new RegExp(`^${source}$`), methods })
    } else exact.set(url, methods)
    return methods
  }

  return path => {
    const found = [...patterns.values()].filter(({ shape }) => shape.test(path))
    return new Set([...(exact.get(path) ?? []), ...found.flatMap(({ methods }) => [...methods])])
  }
}
