import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  toDeviceToken,
  WEB_PUSH_PREFIX,
  type WebPushSubscription,
} from '@refrain/contract/notifications/devices'
import { importJWK, type JWTPayload, jwtVerify } from 'jose'
import { onTestFinished } from 'vitest'

/** What a browser got, and by whose word. */
interface ReceivedPush {
  readonly message: unknown
  readonly headers: IncomingMessage['headers']
  /** What the sender signed of itself, with the key the browser subscribed with. */
  readonly claims: JWTPayload
}

/** A push service and the browsers it serves, until the test ends: reads what it gets as only a browser can. */
export async function startPushService() {
  const received: ReceivedPush[] = []
  const browsers = new Map<string, Browser>()
  const own = new Map<string, number>()
  let common = 201
  const server = createServer(async (request, response) => {
    const browser = browsers.get(request.url ?? '')
    const status = own.get(request.url ?? '') ?? common
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    response.statusCode = browser ? status : 404
    if (status === 307) response.setHeader('location', '/elsewhere')
    if (browser && status === 201) {
      const claims = await readClaims(request.headers.authorization ?? '', browser.pushKey)
      received.push({
        message: JSON.parse(browser.decrypt(Buffer.concat(chunks))),
        headers: request.headers,
        claims,
      })
    }
    response.end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin,
    received,
    /** From now on it answers so, to what is for one device or for all others; 201 is that it takes what comes. */
    answerWith(status: number, token?: string): void {
      if (token) own.set(pathOf(token), status)
      else common = status
    },
    /** @param pushKey the key of whom alone the browser lets send. @returns the device's token */
    subscribe(pushKey: string): string {
      const path = `/send/${randomBytes(16).toString('base64url')}`
      const browser = makeBrowser(pushKey)
      browsers.set(path, browser)
      return toDeviceToken({ endpoint: origin + path, keys: browser.keys })
    },
    /** Every browser takes back its subscription. */
    forget: () => browsers.clear(),
  }
}

function pathOf(token: string): string {
  const { endpoint } = JSON.parse(Buffer.from(token.slice(WEB_PUSH_PREFIX.length), 'base64url').toString())
  return new URL(endpoint).pathname
}

interface Browser {
  readonly pushKey: string
  readonly keys: WebPushSubscription['keys']
  decrypt(body: Buffer): string
}

const text = (words: string) => Buffer.from(`${words}\0`)
const TAG_BYTES = 16

/** Decrypts as RFC 8291 describes, independently of the library that encrypts. */
function makeBrowser(pushKey: string): Browser {
  const pair = createECDH('prime256v1')
  const own = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    pushKey,
    keys: { p256dh: own.toString('base64url'), auth: auth.toString('base64url') },
    decrypt(body) {
      const salt = body.subarray(0, 16)
      const sender = body.subarray(21, 21 + body.readUInt8(20))
      const sealed = body.subarray(21 + sender.length)
      const hkdf = (from: Buffer, by: Buffer, info: Buffer, bytes: number) =>
        Buffer.from(hkdfSync('sha256', from, by, info, bytes))
      const about = Buffer.concat([text('WebPush: info'), own, sender])
      const secret = hkdf(pair.computeSecret(sender), auth, about, 32)
      const key = hkdf(secret, salt, text('Content-Encoding: aes128gcm'), 16)
      const nonce = hkdf(secret, salt, text('Content-Encoding: nonce'), 12)
      const opener = createDecipheriv('aes-128-gcm', key, nonce)
      opener.setAuthTag(sealed.subarray(-TAG_BYTES))
      const plain = Buffer.concat([opener.update(sealed.subarray(0, -TAG_BYTES)), opener.final()])
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')
    },
  }
}

/** Verifies as RFC 8292 describes. @throws if the key is not the one of the subscription */
async function readClaims(authorization: string, pushKey: string): Promise<JWTPayload> {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  if (key !== pushKey) throw new Error('Another sender than the browser subscribed with.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half => half.toString('base64url'))
  const { payload } = await jwtVerify(
    token,
    await importJWK({ kty: 'EC', crv: 'P-256', x: x!, y: y! }, 'ES256'),
  )
  return payload
}
