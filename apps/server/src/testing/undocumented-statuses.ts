import { operations } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { COMMON_STATUSES, documentedStatuses } from '../http/openapi/statuses.ts'

const documented = new Map(
  operations.map(operation => {
    const address = `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    return [address, { name: operation.name, statuses: documentedStatuses(operation) }] as const
  }),
)

/** Fails the test if an operation answers a status that the OpenAPI document does not name. */
export function failOnUndocumentedStatus(app: FastifyInstance): void {
  const undocumented = new Set<string>()
  app.addHook('onResponse', (request, reply, done) => {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = documented.get(`${method} ${request.routeOptions.url}`)
    const { statusCode } = reply
    if (found && !found.statuses.has(statusCode) && !(statusCode in COMMON_STATUSES))
      undocumented.add(`${found.name} ${statusCode}`)
    done()
  })
  onTestFinished(() => expect([...undocumented]).toEqual([]))
}
