import { type Operation, pathNames } from '@refrain/contract/operation'
import fc from 'fast-check'
import { MULTIPART_TYPE, multipartOf } from '../multipart.ts'
import { inputOf } from './contract-values.ts'
import { type Draft, encode, type Headers, headOf, percent, withType } from './encode-request.ts'
import { hostileText } from './hostile-values.ts'

/** A request as bytes, and what is expected of the connection. */
export interface FuzzRequest {
  readonly bytes: Buffer
  /** The sender ends its side after the bytes: the message may be incomplete. */
  readonly isIncomplete: boolean
}

/** What requests may name and whom they may come from. */
export interface FuzzTargets {
  readonly operations: readonly { readonly operation: Operation; readonly example: object }[]
  /** Addresses that are no operation. */
  readonly paths: readonly string[]
  /** Headers that authenticate callers of each kind. */
  readonly callers: readonly Readonly<Record<string, string>>[]
  /** Headers of a caller who may call an operation. */
  readonly callerOf: (operation: Operation) => Readonly<Record<string, string>>
  readonly picture: Uint8Array
  /** Parameters that authenticate an app. */
  readonly app: Readonly<Record<string, string>>
}

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  'X',
]

const CONTENT_TYPES = [
  'application/json; charset=utf-8',
  'application/json; charset=utf-7',
  'Application/JSON ; junk',
  ' application/json\t',
  'application/json, text/plain',
  'text/plain',
  'text/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/form-data; boundary="',
  `multipart/form-data; boundary=${'x'.repeat(300)}`,
  'application/octet-stream',
  '',
  'a'.repeat(2_000),
]

/** Values of headers that the service, Node or a proxy reads. */
const ODD_HEADERS: Readonly<Record<string, readonly string[]>> = {
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-2',
    'bytes=0-0,2-3',
    'bytes=99999999999999999999-',
    'x',
    'bytes=-',
  ],
  'if-none-match': ['*', '"', 'W/""', '"x", "y"', 'x'.repeat(3_000)],
  'if-match': ['*', '"0"', '"-1"', 'W/"1"', '""'],
  'if-range': ['"x"', 'Thu, 01 Jan 1970 00:00:00 GMT', '*'],
  'accept-encoding': ['gzip', 'br', 'br;q=0, gzip;q=1e9', '*;q=x', 'identity;q=0', ','.repeat(500)],
  accept: ['text/html', '*/*', 'application/json', '', ';;;', 'text/html;q=nan'],
  cookie: [
    'token=',
    'token=%',
    'token=%00; token=a; token=b',
    '=;=;=',
    ';'.repeat(2_000),
    `x=${'y'.repeat(12_000)}`,
    '__proto__=1; constructor=2',
    'shuffledTracks_x="[1,2"; album=%ff',
  ],
  'auth-token': ['', 'A'.repeat(43), 'null', 'Bearer x', "' or '1'='1", 'x'.repeat(9_000)],
  'service-key': ['', 'x', 'A'.repeat(43)],
  'idempotency-key': ['', 'same', '../', 'x'.repeat(65)],
  'tab-id': ['', 'x', '../'],
  origin: ['null', 'https://evil.example', 'http://', 'http://localhost:1', '//'],
  'sec-fetch-site': ['cross-site', 'same-origin', 'same-site', 'none', 'x'],
  'sec-fetch-dest': ['empty', 'document', 'image', 'script'],
  'sec-purpose': ['prefetch', 'prefetch;prerender'],
  'x-forwarded-for': ['127.0.0.1', '::1', 'x', ','.repeat(500)],
  'x-forwarded-host': ['evil.example', '', '[::1'],
  'x-forwarded-proto': ['https', 'javascript', ''],
  forwarded: ['for=127.0.0.1;host=evil.example', '='],
  host: ['evil.example', '', 'localhost:99999', '[::1', 'a,b'],
  expect: ['100-continue', 'x'],
  upgrade: ['websocket', 'h2c'],
  connection: ['upgrade', 'keep-alive', 'x'],
  'content-length': ['-1', 'x', '0', '1', '99999999999', '1, 2'],
  'transfer-encoding': ['chunked', 'gzip, chunked', 'identity', 'x'],
  'content-encoding': ['gzip', 'br', 'x'],
  'x-http-method-override': ['DELETE'],
  'last-event-id': ['x', '-1'],
}

const oddHeader = fc
  .constantFrom(...Object.keys(ODD_HEADERS))
  .chain(name =>
    fc.constantFrom(...(ODD_HEADERS[name] as readonly string[])).map(value => [name, value] as const),
  )

const oddHeaders: fc.Arbitrary<Headers> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  { weight: 2, arbitrary: fc.array(oddHeader, { maxLength: 3 }) },
  fc
    .tuple(fc.stringMatching(/^[a-z-]{1,20}$/), fc.string({ unit: 'binary-ascii', maxLength: 60 }))
    .map(pair => [pair]),
)

const badJson = fc.constantFrom(
  '{',
  '{"a":',
  '[]',
  'null',
  '"text"',
  '1e999',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
  `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
  `{"a":"${'x'.repeat(70_000)}"}`,
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
)

/** Requests generated from the contract, most of them well-formed HTTP. */
export function fuzzRequests(targets: FuzzTargets): fc.Arbitrary<FuzzRequest> {
  const caller = fc.constantFrom(...targets.callers)
  const toOperation = fc
    .constantFrom(...targets.operations)
    .chain(({ operation, example }) =>
      fc
        .tuple(inputOf(operation, example), caller, formOf(targets.picture))
        .map(([input, headers, form]) => draftOf(operation, input, headers, form)),
    )
  const toPath = fc
    .tuple(fc.constantFrom(...targets.paths), fc.option(hostileText), fc.option(hostileText), caller)
    .map(
      ([path, part, query, headers]): Draft => ({
        method: 'GET',
        target:
          path.replace('*', percent(part ?? 'x')) +
          (query === null ? '' : `?${percent(query)}=${percent(query)}`),
        headers: Object.entries(headers),
        body: Buffer.alloc(0),
      }),
    )
  const drafts = fc.oneof({ weight: 9, arbitrary: toOperation }, { weight: 2, arbitrary: toPath })
  const wellFormed = fc.tuple(drafts, oddHeaders).map(([draft, headers]) => ({
    bytes: encode({ ...draft, headers: [...draft.headers, ...headers] }),
    isIncomplete: headers.some(([name]) => /^(content-length|transfer-encoding)$/.test(name)),
  }))
  const altered = fc
    .tuple(
      drafts,
      fc.constantFrom(...METHODS),
      fc.constantFrom(...CONTENT_TYPES),
      fc.oneof(badJson, fc.json()),
    )
    .map(([draft, method, type, body]) => ({
      bytes: encode({ ...draft, method, headers: withType(draft.headers, type), body: Buffer.from(body) }),
      // Node closes such connections.
      isIncomplete: method === 'CONNECT',
    }))
  const badBodies = fc.tuple(drafts, fc.oneof(badJson, fc.json())).map(([draft, body]) => ({
    bytes: encode({
      ...draft,
      method: 'POST',
      headers: withType(draft.headers, 'application/json'),
      body: Buffer.from(body),
    }),
    isIncomplete: false,
  }))
  return fc.oneof(
    { weight: 12, arbitrary: wellFormed },
    { weight: 3, arbitrary: altered },
    { weight: 2, arbitrary: badBodies },
    { weight: 2, arbitrary: damaged(drafts) },
  )
}

/** Raw bytes: cut short, with bytes exchanged, with a target that is not escaped, or chunked. */
function damaged(drafts: fc.Arbitrary<Draft>): fc.Arbitrary<FuzzRequest> {
  const broken = (bytes: Buffer): FuzzRequest => ({ bytes, isIncomplete: true })
  const cut = fc.tuple(drafts, fc.double({ min: 0, max: 1, noNaN: true })).map(([draft, part]) => {
    const whole = encode(draft)
    return broken(whole.subarray(0, Math.floor(whole.length * part)))
  })
  const exchanged = fc
    .tuple(
      drafts,
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 8 }),
    )
    .map(([draft, changes]) => {
      const bytes = Buffer.from(encode(draft))
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      return broken(bytes)
    })
  const rawTarget = fc
    .tuple(drafts, hostileText)
    .map(([draft, text]) => broken(encode({ ...draft, target: `/${text}` })))
  const chunked = fc
    .tuple(drafts, fc.constantFrom('5', 'FFFFFFFFFFFFFFFF', '-1', '0', 'x', '5;a=b'))
    .map(([draft, size]) => {
      const head = headOf(draft, [['transfer-encoding', 'chunked']])
      return broken(Buffer.concat([head, Buffer.from(`${size}\r\nhello\r\n0\r\n\r\n`)]))
    })
  return fc.oneof(cut, exchanged, rawTarget, chunked)
}

/** Multipart bodies with a picture, whole or damaged, and odd names. */
function formOf(picture: Uint8Array): fc.Arbitrary<Buffer> {
  const bytes = fc.oneof(
    { weight: 2, arbitrary: fc.constant(picture) },
    fc.nat({ max: picture.length }).map(length => picture.slice(0, length)),
    fc.uint8Array({ maxLength: 200 }),
  )
  const part = fc.record({
    name: fc.oneof({ weight: 4, arbitrary: fc.constant('file') }, hostileText),
    filename: fc.oneof(fc.constant('a.png'), hostileText),
    bytes,
  })
  return fc
    .tuple(fc.array(part, { minLength: 1, maxLength: 3 }), fc.option(fc.nat({ max: 400 })))
    .map(([parts, cut]) => {
      const whole = multipartOf(parts)
      return cut === null ? whole : whole.subarray(0, cut)
    })
}

/** A request of an operation. @param form its body, if that is multipart */
export function draftOf(
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
  caller: Readonly<Record<string, string>>,
  form: Buffer,
): Draft {
  const { method, path, multipart } = operation
  const inPath = pathNames(path)
  const rest = Object.entries(input).filter(([name]) => !inPath.includes(name))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => percent(textOf(input[name])))
  const headers = Object.entries(caller)
  if (method !== 'POST') {
    const query = rest.map(([name, value]) => `${percent(name)}=${percent(textOf(value))}`).join('&')
    return { method, target: query ? `${filled}?${query}` : filled, headers, body: Buffer.alloc(0) }
  }
  const type = multipart ? MULTIPART_TYPE : 'application/json'
  const body = multipart ? form : Buffer.from(JSON.stringify(Object.fromEntries(rest)))
  return { method, target: filled, headers: [...headers, ['content-type', type]], body }
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '').slice(0, 3_000)
