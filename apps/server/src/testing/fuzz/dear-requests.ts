import { byteLimits } from '@refrain/contract/limits'
import type { Operation } from '@refrain/contract/operation'
import * as z from 'zod/mini'
import type { JsonSchema } from '../../http/openapi/describe-service.ts'
import {
  DEAR_FORMS,
  DEAR_HEADERS,
  DEAR_JSON,
  DEAR_MULTIPART,
  DEAR_TEXTS,
  type DearInput,
} from './dear-inputs.ts'
import { type Draft, encode, percent, withType } from './encode-request.ts'
import { draftOf, type FuzzTargets } from './fuzz-requests.ts'

/** A request with a dear input. */
export interface DearRequest {
  /** Where the input is, which it is, and how long. */
  readonly name: string
  /** Made when it is sent: all together would not fit into memory. */
  encode(): Buffer
}

/** How much of the catalogue is sent, and what it may cost. */
export interface DearPlan {
  /** How many inputs each field, body and address gets, in turns, so that all come somewhere. */
  readonly inputsOfEach: number
  /** Lengths that are tried of an input, of which `limit` is the longest that fits. */
  lengthsOf(limit: number): readonly number[]
  /** Milliseconds of the thread's own time that one step may take. */
  readonly maxStepMs: number
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Bytes of one header: Node refuses more than 16 KB of all. */
const HEADER_BYTES = 14_000
/** Of a path or query, in characters that take up to nine bytes. */
const ADDRESS_LENGTH = 200
/** Of a text without a limit of its own: in three bytes each, about what a body holds. */
const ANY_TEXT = 20_000
const APP_CALLS = [
  'ping',
  'search3',
  'getLyrics',
  'createPlaylist',
  'createBookmark',
  'savePlayQueue',
  'star',
] as const
const APP_FIELDS = [
  'u',
  'query',
  'name',
  'artist',
  'title',
  'genre',
  'comment',
  'c',
  'id',
  'callback',
  'musicFolderId',
]

/** Requests with every input of the catalogue, always the same ones. */
export function dearRequests(targets: FuzzTargets, plan: DearPlan): DearRequest[] {
  const turn = new Turns(plan.inputsOfEach)
  return [
    ...targets.operations.flatMap(({ operation, example }) => [
      ...toFields(targets, operation, example, plan, turn),
      ...toBody(targets, operation, plan, turn),
    ]),
    ...toApps(targets, plan, turn),
    ...toHeaders(targets, plan),
    ...toPaths(targets, plan, turn),
  ]
}

/** Hands out the inputs of a list in turns. */
class Turns {
  readonly #count: number
  readonly #at = new Map<readonly DearInput[], number>()

  constructor(count: number) {
    this.#count = count
  }

  take(inputs: readonly DearInput[]): DearInput[] {
    const at = this.#at.get(inputs) ?? 0
    const count = Math.min(this.#count, inputs.length)
    this.#at.set(inputs, at + count)
    return Array.from({ length: count }, (_, n) => inputs[(at + n) % inputs.length] as DearInput)
  }
}

function toFields(
  { callerOf }: FuzzTargets,
  operation: Operation,
  example: object,
  plan: DearPlan,
  turn: Turns,
): DearRequest[] {
  const { properties = {} } = z.toJSONSchema(operation.input, {
    unrepresentable: 'any',
    io: 'input',
  }) as JsonSchema
  const texts = Object.entries(properties).filter(
    ([, { type, enum: values }]) => type === 'string' && !values,
  )
  return texts.flatMap(([name, schema]) => {
    const isInBody = operation.method === 'POST'
    const limit = Math.min(Number(schema.maxLength ?? ANY_TEXT), isInBody ? Infinity : ADDRESS_LENGTH)
    return each(turn.take(DEAR_TEXTS), plan.lengthsOf(limit), (make, what) => ({
      name: `${operation.name}, ${name}: ${what}`,
      encode: () =>
        encode(draftOf(operation, { ...example, [name]: make() }, callerOf(operation), Buffer.alloc(0))),
    }))
  })
}

function toBody({ callerOf }: FuzzTargets, operation: Operation, plan: DearPlan, turn: Turns): DearRequest[] {
  const { name, method, multipart, bodyLimit = byteLimits.jsonBody } = operation
  if (method !== 'POST') return []
  const draft = draftOf(operation, {}, callerOf(operation), Buffer.alloc(0))
  const isLarge = bodyLimit > byteLimits.jsonBody
  const inputs = multipart ? DEAR_MULTIPART : isLarge ? DEAR_JSON : turn.take(DEAR_JSON)
  return each(inputs, plan.lengthsOf(bodyLimit), (make, what) => ({
    name: `${name}, body: ${what}`,
    encode: () => encode({ ...draft, body: Buffer.from(make()) }),
  }))
}

function toApps({ app }: FuzzTargets, plan: DearPlan, turn: Turns): DearRequest[] {
  const login = new URLSearchParams(app).toString()
  const post = (call: string, form: string): Draft => ({
    ...{ method: 'POST', target: `/rest/${call}`, headers: [['content-type', FORM_TYPE]] },
    body: Buffer.from(form),
  })
  const forms = each(DEAR_FORMS, plan.lengthsOf(byteLimits.appForm - login.length - 1), (make, what) =>
    // Later values count: the login is right or wrong.
    [() => `${make()}&${login}`, make].map((form, at) => ({
      name: `/rest, form ${at === 0 ? 'with' : 'without'} a login: ${what}`,
      encode: () => encode(post(at === 0 ? 'search3' : 'ping', form())),
    })),
  ).flat()
  const fields = APP_FIELDS.flatMap(field =>
    APP_CALLS.flatMap(call =>
      each(turn.take(DEAR_TEXTS), plan.lengthsOf(byteLimits.appValue / 3), (make, what) => ({
        name: `/rest/${call}, ${field}: ${what}`,
        encode: () => encode(post(call, `${login}&${field}=${percent(make())}`)),
      })),
    ),
  )
  const query = `${login}&mediaId=tr-x&mediaType=song`
  const json = each(DEAR_JSON, plan.lengthsOf(byteLimits.jsonBody), (make, what) => ({
    name: `/rest, JSON: ${what}`,
    encode: () =>
      encode({
        ...{ method: 'POST', target: `/rest/getTranscodeDecision?${query}`, body: Buffer.from(make()) },
        headers: [['content-type', 'application/json']],
      }),
  }))
  return [...forms, ...fields, ...json]
}

function toHeaders({ operations, paths, callerOf }: FuzzTargets, plan: DearPlan): DearRequest[] {
  const cached = operations.find(({ operation }) => operation.caching === 'public')
  const list =
    cached && draftOf(cached.operation, { ...cached.example }, callerOf(cached.operation), Buffer.alloc(0))
  const files = ['/', ...paths.filter(path => /^\/(audio|stream)\/[^*]*$/.test(path))]
  const targets = [...files, list?.target ?? '/', '/rest/ping']
  return Object.entries(DEAR_HEADERS).flatMap(([header, inputs]) =>
    targets.flatMap(target =>
      each(inputs, plan.lengthsOf(HEADER_BYTES), (make, what) => ({
        name: `${target}, ${header}: ${what}`,
        encode: () => encode({ method: 'GET', target, headers: [[header, make()]], body: Buffer.alloc(0) }),
      })),
    ),
  )
}

function toPaths({ paths }: FuzzTargets, plan: DearPlan, turn: Turns): DearRequest[] {
  return paths
    .filter(path => path.includes('*'))
    .flatMap(path =>
      each(turn.take(DEAR_TEXTS), plan.lengthsOf(ADDRESS_LENGTH), (make, what) => ({
        name: `${path}: ${what}`,
        encode: () =>
          encode({
            ...{ method: 'GET', target: path.replaceAll('*', percent(make())), body: Buffer.alloc(0) },
            headers: withType([], FORM_TYPE),
          }),
      })),
    )
}

function each<Result>(
  inputs: readonly DearInput[],
  lengths: readonly number[],
  request: (make: () => string, what: string) => Result,
): Result[] {
  return inputs.flatMap(input =>
    lengths.map(length =>
      request(() => input.make(length), `${input.name}, ${length.toLocaleString('en')} characters`),
    ),
  )
}
