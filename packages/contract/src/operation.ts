import type * as z from 'zod/mini'

/**
 * Who may call an operation.
 * - `guest`: anyone.
 * - `member`: whoever is signed in.
 * - `owner`: the signed-in owner of the thing that is named.
 * - `service`: the operator, by service key.
 * - `sender`: the operator by service key, for everybody; whoever is signed in, for themselves alone.
 */
export type Caller = 'guest' | 'member' | 'owner' | 'service' | 'sender'

/** How long an answer may be kept: by everybody for a minute with an ETag, or by nobody. */
export type Caching = 'public' | 'none'

/** Statuses that only some calls refuse with. */
export type OwnRefusal = 401 | 403 | 404 | 409 | 412

/** As JSON Schema writes them. */
export interface InputBounds {
  readonly minLength?: number
  readonly maxLength?: number
  readonly format?: 'email' | 'password'
}

export interface Operation<
  Input extends z.ZodMiniObject = z.ZodMiniObject,
  Output extends z.ZodMiniType = z.ZodMiniType,
  Who extends Caller = Caller,
> {
  /** Verb and noun, the same in contract, server and web. */
  readonly name: string
  readonly summary: string
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Address template; names in braces are taken from the input. */
  readonly path: `/${string}`
  readonly who: Who
  /** Everything the caller gives. What the path does not name travels as JSON body (POST) or query (GET, DELETE). */
  readonly input: Input
  readonly output: Output
  /** What is said of input that is not as it has to be (400), in `error` and `errors`; else `error` says why. */
  readonly invalid?: string
  readonly caching: Caching
  /** Refusals of the call's own, by status; those that follow from its other fields are not named: see refusals.ts. */
  readonly refuses?: Readonly<Partial<Record<OwnRefusal, string>>>
  /** Bounds of input that the call judges itself, so that its shape does not have them. */
  readonly bounds?: Readonly<Record<string, InputBounds>>
  /** Calls of one session a minute, where it differs from the usual limit; guests at one address share a multiple. */
  readonly perMinute?: number
  /** How many times `perMinute` guests at one address share, where it differs from the usual: of calls that cost much. */
  readonly guestsShare?: number
  /** True where `perMinute` holds for a whole address, whoever asks from there. */
  readonly countsByAddress?: boolean
  /** Calls of one signed-in listener within so many seconds, where there is such a limit. */
  readonly perUser?: { readonly calls: number; readonly seconds: number }
  /** True where it gives or takes cookies: other sites' pages, links and pictures are refused (403). */
  readonly sameOrigin?: boolean
  /**
   * True where the caller may be known by the cookie `token` when the header is missing; other sites' pages
   * are then refused (READ-26).
   */
  readonly byCookie?: boolean
  /** True where the body is multipart/form-data and not JSON. */
  readonly multipart?: boolean
  /** True where it may answer 202: what was asked for is kept, and done later. */
  readonly mayAnswerLater?: boolean
  /** What of the input may hold several lines; no other text may hold a control character. */
  readonly severalLines?: readonly string[]
  /** Seconds until the caller is told to come back (503), where it differs from the usual 10. */
  readonly withinSeconds?: number
  /** Largest JSON body in bytes, where it differs from the usual 64 KiB. */
  readonly bodyLimit?: number
}

/** Writes an operation down; the one place that knows its address, who may call it and what it says. */
export function operation<
  Input extends z.ZodMiniObject,
  Output extends z.ZodMiniType,
  const Who extends Caller,
>(written: Operation<Input, Output, Who>): Operation<Input, Output, Who> {
  return written
}

export type InputOf<Op extends Operation> = z.infer<Op['input']>
export type OutputOf<Op extends Operation> = z.infer<Op['output']>

/** The names an address template takes from the input: `['id']` for `/api/albums/{id}`. */
export function pathNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), match => match[1] as string)
}

/** Address templates in parts: what stands between the names, and at the odd places the names. */
const parts = new Map<string, readonly string[]>()

function partsOf(path: string): readonly string[] {
  const known = parts.get(path)
  if (known) return known
  const split = path.split(/\{(\w+)\}/)
  parts.set(path, split)
  return split
}

/** Fills an address template, escaping each value for a path. Throws when a name is missing. */
export function fillPath(path: string, values: Readonly<Record<string, unknown>>): string {
  // A long list of tracks asks for the same few templates thousands of times.
  let filled = ''
  partsOf(path).forEach((part, place) => {
    if (place % 2 === 0) filled += part
    else if (values[part] === undefined) throw new Error(`The address ${path} needs "${part}".`)
    else filled += encodeURIComponent(String(values[part]))
  })
  return filled
}
