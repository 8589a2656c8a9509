import { SERVICE_KEY_HEADER, TOKEN_HEADER } from '@refrain/contract/account/session'
import { type Caller, type Operation, pathNames } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { failure } from '@refrain/contract/values'
import * as z from 'zod/mini'
import { cookiePrefix } from '../path-prefix.ts'
import { COMMON_STATUSES, errorStatuses } from './statuses.ts'

export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface DescribedCall {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  /** Who may call it; see `callers`. */
  readonly 'x-who': Caller
  readonly security?: readonly object[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: object
  readonly responses: Readonly<Record<string, object>>
}

/** Who may call an operation, as shown in the documentation. */
export const callers: Readonly<Record<Caller, string>> = {
  guest: 'Anyone; on a private service whoever is signed in, where 401 is listed.',
  member: 'Whoever is signed in.',
  owner: 'The signed-in owner of the thing that is named.',
  service: 'The operator, by service key.',
  sender: 'The operator by service key, for everybody; whoever is signed in, for themselves alone.',
  administrator: 'Whoever is signed in as an administrator, or the operator by service key.',
}

const anywhere = Object.entries(COMMON_STATUSES)
  .map(([status, text]) => `${status}: ${text}`)
  .join(' ')

/**
 * Generates the OpenAPI document from the contract.
 * @param byTag the operations of each tag
 * @param prefix of all addresses, or ''
 */
export function describeService(byTag: Readonly<Record<string, readonly Operation[]>>, prefix = '') {
  const tagOf = new Map(
    Object.entries(byTag).flatMap(([tag, list]) => list.map(operation => [operation, tag] as const)),
  )
  const paths: Record<string, Record<string, DescribedCall>> = {}
  for (const operation of operations) {
    paths[operation.path] ??= {}
    const methods = paths[operation.path] as Record<string, DescribedCall>
    methods[operation.method.toLowerCase()] = describeCall(operation, tagOf.get(operation) ?? 'other')
  }
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT_NAME,
      version: '1',
      description: `Every failure answers \`{ error, requestId }\` in words for a person. Any address: ${anywhere}`,
    },
    ...(prefix && { servers: [{ url: prefix }] }),
    paths,
    components: {
      schemas: { Failure: toSchema(failure) },
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: TOKEN_HEADER },
        cookie: { type: 'apiKey', in: 'cookie', name: `${cookiePrefix(prefix)}token` },
        serviceKey: { type: 'apiKey', in: 'header', name: SERVICE_KEY_HEADER },
      },
    },
  }
}

function describeCall(operation: Operation, tag: string): DescribedCall {
  const { required, ...shape } = toSchema(operation.input)
  const properties = withBounds(shape.properties ?? {}, operation)
  const needed = new Set(required as readonly string[] | undefined)
  const inPath = pathNames(operation.path)
  const rest = Object.entries(properties).filter(([name]) => !inPath.includes(name))
  const inQuery = operation.method === 'POST' ? [] : rest
  const inBody = operation.method === 'POST' ? rest : []
  const parameter = (location: 'path' | 'query', name: string): Parameter => ({
    name,
    in: location,
    required: location === 'path' || needed.has(name),
    schema: properties[name] ?? {},
  })
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [tag],
    'x-who': operation.who,
    ...(operation.who !== 'guest' && { security: securityOf(operation) }),
    parameters: [
      ...inPath.map(name => parameter('path', name)),
      ...inQuery.map(([name]) => parameter('query', name)),
    ],
    ...(operation.multipart && { requestBody: FORM }),
    ...(inBody.length > 0 && { requestBody: describeBody(inBody, needed) }),
    responses: { ...describeAnswers(operation), ...describeRefusals(operation) },
  }
}

/** Adds bounds that handlers check themselves. */
function withBounds(
  properties: Readonly<Record<string, JsonSchema>>,
  { bounds = {} }: Operation,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, { ...schema, ...bounds[name] }]),
  )
}

function securityOf({ who, acceptsCookie }: Operation): object[] {
  if (who === 'service') return [{ serviceKey: [] }]
  const byToken = acceptsCookie ? [{ token: [] }, { cookie: [] }] : [{ token: [] }]
  return who === 'sender' || who === 'administrator' ? [{ serviceKey: [] }, ...byToken] : byToken
}

function describeAnswers({ output, mayQueue, caching }: Operation): Record<string, object> {
  const schema = toSchema(output)
  return {
    200: answer('The answer.', schema),
    ...(mayQueue && { 202: answer('Accepted; it will be done later.', schema) }),
    ...(caching === 'public' && { 304: { description: 'The caller has it already, by its ETag.' } }),
  }
}

const FILE = { type: 'string', contentMediaType: 'application/octet-stream' }
const FORM = {
  required: true,
  content: {
    'multipart/form-data': { schema: { type: 'object', properties: { file: FILE }, required: ['file'] } },
  },
}

function describeBody(
  fields: readonly (readonly [string, JsonSchema])[],
  needed: ReadonlySet<string>,
): object {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name).filter(name => needed.has(name)),
    additionalProperties: false,
  }
  return { required: true, content: { 'application/json': { schema } } }
}

function describeRefusals(operation: Operation): Record<string, object> {
  const schema = { $ref: '#/components/schemas/Failure' }
  const headers = { 'Retry-After': { schema: { type: 'integer' }, description: 'Seconds.' } }
  return Object.fromEntries(
    Object.entries(errorStatuses(operation)).map(([status, text]) => [
      status,
      { ...answer(text, schema), ...(text.includes('Retry-After') && { headers }) },
    ]),
  )
}

function answer(description: string, schema: object): object {
  return { description, content: { 'application/json': { schema } } }
}

function toSchema(shape: z.ZodMiniType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' })
  return schema as JsonSchema
}
