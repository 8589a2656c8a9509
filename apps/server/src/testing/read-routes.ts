import type { FastifyInstance } from 'fastify'

/** Every route of a started app as `GET, HEAD /api/albums/{}`: without the names of path parameters. */
export function readRoutes(app: FastifyInstance): string[] {
  const parents: string[] = []
  // Each line of the printed tree holds a part of a path below its parent.
  const lines = app.printRoutes({ commonPrefix: false }).split('\n')
  return lines.flatMap(line => {
    const [, indent = '', piece = '', methods] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    if (!piece && !methods) return []
    const depth = indent.length / 4
    parents[depth] = (depth > 0 ? (parents[depth - 1] ?? '') : '') + piece
    return methods ? [`${methods} ${parents[depth].replaceAll(/:\w+(?:\|:\w+)*/g, '{}')}`] : []
  })
}
