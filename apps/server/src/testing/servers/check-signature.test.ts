import { expect, it } from 'vitest'
import { checkSignature, type RawRequest } from './check-signature.ts'

const KEY = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const TIME = '20130524T000000Z'
const NOW = Date.UTC(2013, 4, 24)
const MINUTE_MS = 60_000
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const SCOPE = `${KEY.accessKeyId}/20130524/us-east-1/s3/aws4_request`

const request = (
  signature: string,
  {
    method = 'GET',
    url,
    payload = EMPTY,
    ...more
  }: { method?: string; url: string; payload?: string } & Record<string, string>,
) => {
  const headers: Record<string, string> = {
    host: 'examplebucket.s3.amazonaws.com',
    'x-amz-content-sha256': payload,
    'x-amz-date': TIME,
    ...more,
  }
  const names = Object.keys(headers).toSorted().join(';')
  const authorization = `AWS4-HMAC-SHA256 Credential=${SCOPE},SignedHeaders=${names},Signature=${signature}`
  return { method, url, headers: { ...headers, authorization } }
}

const read = request('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41', {
  url: '/test.txt',
  range: 'bytes=0-9',
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
it.each([
  ['GET Object', read],
  [
    'PUT Object',
    request('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd', {
      method: 'PUT',
      url: '/test%24file.text',
      payload: '44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072',
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    }),
  ],
  [
    'GET Bucket Lifecycle',
    request('fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543', { url: '/?lifecycle' }),
  ],
  [
    'List Objects',
    request('34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7', {
      url: '/?max-keys=2&prefix=J',
    }),
  ],
])('accepts the published example of %s', (_, example) => {
  expect(checkSignature(example, KEY, NOW)).toBeUndefined()
})

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html */
it('accepts the published example of an address, until it expires', () => {
  const parameters = {
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': SCOPE,
    'X-Amz-Date': TIME,
    'X-Amz-Expires': '86400',
    'X-Amz-SignedHeaders': 'host',
    'X-Amz-Signature': 'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  }
  const url = `/test.txt?${new URLSearchParams(parameters)}`
  const example = { method: 'GET', url, headers: { host: 'examplebucket.s3.amazonaws.com' } }
  expect(checkSignature(example, KEY, NOW)).toBeUndefined()
  expect(checkSignature(example, KEY, NOW + 86_401_000)).toBe('AccessDenied')
})

it('refuses whatever differs from what was signed', () => {
  const check = (changed: Partial<RawRequest>, key = KEY, now = NOW) =>
    checkSignature({ ...read, ...changed }, key, now)
  expect(check({ method: 'PUT' })).toBe('SignatureDoesNotMatch')
  expect(check({ url: '/test.tx' })).toBe('SignatureDoesNotMatch')
  expect(check({ url: '/test.txt?acl' })).toBe('SignatureDoesNotMatch')
  expect(check({ headers: { ...read.headers, range: 'bytes=0-99' } })).toBe('SignatureDoesNotMatch')
  expect(check({ headers: { ...read.headers, 'x-amz-acl': 'public-read' } })).toBe('AccessDenied')
  expect(check({ headers: { ...read.headers, authorization: '' } })).toBe('AccessDenied')
  expect(check({}, { ...KEY, secretAccessKey: 'another' })).toBe('SignatureDoesNotMatch')
  expect(check({}, { ...KEY, accessKeyId: 'another' })).toBe('InvalidAccessKeyId')
  expect(check({}, KEY, NOW + 20 * MINUTE_MS)).toBe('RequestTimeTooSkewed')
  expect(check({}, KEY, NOW - 20 * MINUTE_MS)).toBe('RequestTimeTooSkewed')
})
