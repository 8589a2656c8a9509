import { createHash, createHmac } from 'node:crypto'

/** A request as it came over the network. */
export interface RawRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
}

export interface Key {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Codes of S3. */
type Refusal = 'AccessDenied' | 'InvalidAccessKeyId' | 'RequestTimeTooSkewed' | 'SignatureDoesNotMatch'

interface Signed {
  /** Access key, date, region, service and `aws4_request`. */
  readonly scope: readonly string[]
  readonly time: string
  readonly expires: number | undefined
  readonly signedHeaders: readonly string[]
  readonly signature: string
  readonly payload: string
}

const MAX_SKEW_MS = 900_000
const HEADER = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([\da-f]{64})$/
const PAYLOAD = /^([\da-f]{64}|UNSIGNED-PAYLOAD)$/

/**
 * Verifies AWS Signature Version 4 for S3, as published by AWS and independent of what signs:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-authenticating-requests.html
 * @returns why the request is refused, if it is
 */
export function checkSignature(request: RawRequest, key: Key, now: number): Refusal | undefined {
  const query = readQuery(request.url)
  const signed = readHeader(request) ?? readAddress(query)
  if (!signed || !PAYLOAD.test(signed.payload)) return 'AccessDenied'
  const mustBeSigned = Object.keys(request.headers).filter(
    name => name === 'host' || name.startsWith('x-amz-'),
  )
  if (mustBeSigned.some(name => !signed.signedHeaders.includes(name))) return 'AccessDenied'
  const [accessKeyId, date, , service, end] = signed.scope
  if (accessKeyId !== key.accessKeyId) return 'InvalidAccessKeyId'
  if (!signed.time.startsWith(`${date}T`) || service !== 's3' || end !== 'aws4_request') return 'AccessDenied'
  const age = now - parseTime(signed.time)
  if (!(age > -MAX_SKEW_MS)) return 'RequestTimeTooSkewed'
  if (signed.expires === undefined && age > MAX_SKEW_MS) return 'RequestTimeTooSkewed'
  if (signed.expires !== undefined && age > signed.expires * 1000) return 'AccessDenied'
  return sign(request, query, signed, key) === signed.signature ? undefined : 'SignatureDoesNotMatch'
}

function readHeader({ headers }: RawRequest): Signed | undefined {
  const [, credential = '', signedHeaders = '', signature] =
    HEADER.exec(String(headers.authorization ?? '')) ?? []
  if (signature === undefined) return undefined
  return {
    scope: credential.split('/'),
    time: String(headers['x-amz-date']),
    expires: undefined,
    signedHeaders: signedHeaders.split(';'),
    signature,
    payload: String(headers['x-amz-content-sha256']),
  }
}

function readAddress(query: readonly (readonly [string, string])[]): Signed | undefined {
  const values = new Map(query)
  if (values.get('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') return undefined
  const get = (name: string) => values.get(`X-Amz-${name}`) ?? ''
  return {
    scope: get('Credential').split('/'),
    time: get('Date'),
    expires: Number(get('Expires')),
    signedHeaders: get('SignedHeaders').split(';'),
    signature: get('Signature'),
    payload: 'UNSIGNED-PAYLOAD',
  }
}

function sign(
  { method, url, headers }: RawRequest,
  query: readonly (readonly [string, string])[],
  { scope, time, signedHeaders, payload }: Signed,
  { secretAccessKey }: Key,
): string {
  const [path = ''] = url.split('?', 1)
  const canonical = [
    method,
    path.split('/').map(decodeURIComponent).map(encode).join('/'),
    query
      .filter(([name]) => name !== 'X-Amz-Signature')
      .map(([name, value]) => `${encode(name)}=${encode(value)}`)
      .toSorted()
      .join('&'),
    ...signedHeaders.map(name => `${name}:${String(headers[name]).trim().replaceAll(/ +/g, ' ')}`),
    '',
    signedHeaders.join(';'),
    payload,
  ].join('\n')
  const [, ...rest] = scope
  const digest = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', time, rest.join('/'), digest].join('\n')
  const signingKey = rest.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`)
  return hmac(signingKey, text).toString('hex')
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()

function readQuery(url: string): (readonly [string, string])[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  return url
    .slice(start + 1)
    .split('&')
    .filter(part => part !== '')
    .map(part => {
      const [name = '', ...value] = part.split('=')
      return [decodeURIComponent(name), decodeURIComponent(value.join('='))] as const
    })
}

/** Everything but unreserved characters (RFC 3986). */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    found => `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** @param text `20130524T000000Z` */
const parseTime = (text: string) =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
