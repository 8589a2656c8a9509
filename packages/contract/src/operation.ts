import type * as z from 'zod/mini'
import type { Rate } from './limits.ts'
import { wireNamesOf } from './record.ts'
import type { WireNames } from './wire-names.ts'

/**
 * Who may call an operation.
 * - `guest`: anyone; on a private service whoever is signed in, unless `isAlwaysOpen`.
 * - `member`: anyone who is signed in.
 * - `owner`: the signed-in owner of the record in the input.
 * - `service`: the operator, by service key.
 * - `sender`: the operator by service key, for everybody; a signed-in listener, for themselves alone.
 * - `administrator`: a signed-in administrator, or the operator by service key.
 */
export type Caller = 'guest' | 'member' | 'owner' | 'service' | 'sender' | 'administrator'

/** `public`: shared caches for a minute, with an ETag. `none`: not stored. */
type Caching = 'public' | 'none'

/** Error statuses that an operation declares itself. */
type OwnErrorStatus = 401 | 403 | 404 | 409 | 412

/** JSON Schema keywords. */
interface InputBounds {
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: 'email' | 'password'
}

export interface Operation<
  Input extends z.ZodMiniType<object> = z.ZodMiniType<object>,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Caller = Caller,
> {
  /** Verb and noun, the same in contract, server and web. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path template; names in braces are taken from the input. */
  readonly path: `/${string}`
  readonly who: Who
  /** Names that are not in the path are sent as JSON body (POST) or query (GET, DELETE). */
  readonly input: Input
  readonly output: Output
  /** Wire names of the input's and the output's fields; undefined if all have our names. */
  readonly inputNames: WireNames | undefined
  readonly outputNames: WireNames | undefined
  /** The `error` and `errors` of a 400; without it, `error` describes what is invalid. */
  readonly invalid?: string
  readonly caching: Caching
  /** Guests may call it on a private service, too: it shows nothing of the music or of other people. */
  readonly isAlwaysOpen?: boolean
  /** Descriptions of the operation's own error statuses; statuses that follow from other fields are not listed. */
  readonly errors?: Readonly<Partial<Record<OwnErrorStatus, string>>>
  /** Input constraints that the handler checks itself, for the OpenAPI document. */
  readonly bounds?: Readonly<Record<string, InputBounds>>
  /** Calls of one session a minute, if the operation has a rate of its own; guests at one address share a multiple. */
  readonly perMinute?: number
  /** How many times `perMinute` the guests at one address share, if not the usual. */
  readonly guestsShare?: number
  /** `perMinute` is counted by address, not by session. */
  readonly isPerAddress?: boolean
  /** Calls of one signed-in listener, if limited. */
  readonly perUser?: Rate
  /** Requests from other sites are rejected (403): the operation reads or writes cookies. */
  readonly sameOrigin?: boolean
  /** The cookie `token` authenticates if the header is missing; requests from other sites are then rejected. */
  readonly acceptsCookie?: boolean
  /**
   * A sensitive change: refused with 403 and `RECENT_SIGN_IN_NEEDED` if the caller signed in too long ago. Programs with a service
   * key are not asked.
   */
  readonly needsRecentSignIn?: boolean
  /** The body is multipart/form-data, not JSON. */
  readonly multipart?: boolean
  /** May respond with 202: the request is queued. */
  readonly mayQueue?: boolean
  /** Input fields that may hold line breaks; all others may hold no control characters. */
  readonly multilineFields?: readonly string[]
  /** Seconds until the caller gets a 503, if not the usual 10. */
  readonly timeoutSeconds?: number
  /** Maximum size of the JSON body in bytes, if not the usual one. */
  readonly bodyLimit?: number
}

/** Defines an operation; the only place that knows its path, its callers and its shapes. */
export function operation<
  Input extends z.ZodMiniType<object>,
  Output extends z.ZodMiniType,
  const Who extends Caller,
>(
  definition: Omit<Operation<Input, Output, Who>, 'inputNames' | 'outputNames'>,
): Operation<Input, Output, Who> {
  const { input, output } = definition
  return { ...definition, inputNames: wireNamesOf(input), outputNames: wireNamesOf(output) }
}

/** Input and output with our names, as handlers and pages see them. */
export type InputOf<Op extends Operation> = z.output<Op['input']>
export type OutputOf<Op extends Operation> = z.output<Op['output']>

/** The same as they are sent. */
export type WireInputOf<Op extends Operation> = z.input<Op['input']>
export type WireOutputOf<Op extends Operation> = z.input<Op['output']>

/** The names in a path template: `['id']` for `/api/albums/{id}`. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1] as string)
}

/** Split path templates: names at odd indexes, the text between them at even ones. */
const splitTemplates = new Map<string, readonly string[]>()

function splitTemplate(path: string): readonly string[] {
  const known = splitTemplates.get(path)
  if (known) return known
  const parts = path.split(/\{(\w+)\}/)
  splitTemplates.set(path, parts)
  return parts
}

/** Fills a path template and escapes the values. @throws Error for a missing value */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  // Called thousands of times for a long list of tracks, hence no regular expression here.
  let filled = ''
  splitTemplate(path).forEach((part, index) => {
    if (index % 2 === 0) filled += part
    else if (values[part] === undefined) throw new Error(`The address ${path} needs "${part}".`)
    else filled += encodeURIComponent(String(values[part]))
  })
  return filled
}
