import {
  fillPath,
  type Operation,
  pathNames,
  type WireInputOf,
  type WireOutputOf,
} from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { toWire } from '@refrain/contract/wire-names'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { expect, onTestFinished } from 'vitest'
import { type AppParts, buildApp } from '../app.ts'
import type { OpenDatabase } from '../database/open.ts'
import { COMMON_STATUSES, documentedStatuses } from '../http/openapi/statuses.ts'
import { readSettings, type Settings } from '../settings.ts'
import { temporaryFolder } from './temporary-folder.ts'

const documented = new Map(
  operations.map(operation => {
    const address = `${operation.method} ${operation.path.replaceAll(/\{(\w+)\}/g, ':$1')}`
    return [address, { name: operation.name, statuses: documentedStatuses(operation) }] as const
  }),
)

/**
 * Starts the real app on a test's database, by default without rate limits. The test fails if an operation answers an
 * undocumented status.
 */
export async function startApp(
  open: OpenDatabase,
  given: Partial<Omit<AppParts, 'open' | 'settings'>> & { settings?: Partial<Settings> } = {},
): Promise<FastifyInstance> {
  const dataDir = given.settings?.dataDir ?? temporaryFolder()
  const settings = { ...readSettings({}), rateLimitScale: 0, ...given.settings, dataDir }
  const app = await buildApp({ ...given, open, settings })
  onTestFinished(() => app.close())
  failOnUndocumentedStatus(app)
  return app
}

/** Calls an operation as a client would, with the names of the wire. */
export function call<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  input: WireInputOf<Op>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const values = input as Record<string, unknown>
  const inPath = new Set(pathNames(operation.path))
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => !inPath.has(name)))
  return app.inject({
    method: operation.method,
    url: fillPath(operation.path, values),
    headers,
    ...(operation.method === 'POST' ? { payload: rest } : { query: rest as Record<string, string> }),
  })
}

/** Calls an operation that must succeed, and checks the response against the contract. Its fields have their wire names. */
export async function answerOf<Op extends Operation>(
  app: FastifyInstance,
  operation: Op,
  input: WireInputOf<Op>,
  headers: Record<string, string> = {},
): Promise<WireOutputOf<Op>> {
  const response = await call(app, operation, input, headers)
  if (response.statusCode !== 200)
    throw new Error(`${operation.name}: ${response.statusCode} ${response.body}`)
  const body = response.json()
  // Parsing drops unknown fields: there must be none.
  const parsed = toWire(operation.output.parse(body), operation.outputNames)
  if (JSON.stringify(parsed) !== JSON.stringify(body)) throw new Error(`${operation.name} says too much.`)
  return body
}

/** Fails the test if an operation answers a status that the OpenAPI document does not name. */
function failOnUndocumentedStatus(app: FastifyInstance): void {
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
