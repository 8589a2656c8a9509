import { generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { importSPKI, jwtVerify } from 'jose'
import { expect, it, onTestFinished, vi } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { Fcm } from './fcm.ts'
import { readFcmAccount } from './fcm-account.ts'

const MESSAGE = { title: 'Nina', body: 'New: First', url: '/album/a1', tag: 'album a1' }
const TOKEN = 'a-device-of-Firebase:somewhere'
const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

/** Starts a stand-in for Google, until the test ends. */
async function startGoogle() {
  const asked: { url: string; authorization: string | undefined; body: string }[] = []
  const now = { status: 200, body: {} as unknown }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { url = '', headers } = request
    asked.push({ url, authorization: headers.authorization, body: Buffer.concat(chunks).toString() })
    const granting = url === '/token'
    response.statusCode = granting ? 200 : now.status
    response.end(
      granting ? JSON.stringify({ access_token: 'granted', expires_in: 3599 }) : JSON.stringify(now.body),
    )
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const file = join(temporaryFolder(), 'account.json')
  const account = {
    type: 'service_account',
    project_id: 'refrain-of-a-test',
    client_email: 'push@refrain.example',
    private_key: pair.privateKey,
    token_uri: `${address}/token`,
  }
  writeFileSync(file, JSON.stringify(account))
  const fcm = new Fcm(await readFcmAccount(file), 'https://music.example.org', address)
  return { asked, fcm, file, address, now }
}

it('reaches a Firebase device through the service account, signing in once', async () => {
  const { asked, fcm, address } = await startGoogle()
  expect([
    await fcm.send(TOKEN, MESSAGE, Date.now() + 90_000),
    await fcm.send(TOKEN, MESSAGE, Date.now() + 90_000),
  ]).toEqual(['sent', 'sent'])
  const path = '/v1/projects/refrain-of-a-test/messages:send'
  expect(asked.map(({ url }) => url)).toEqual(['/token', path, path])
  const assertion = new URLSearchParams(asked[0]?.body).get('assertion') ?? ''
  const { payload } = await jwtVerify(assertion, await importSPKI(pair.publicKey, 'RS256'))
  expect(payload).toMatchObject({
    iss: 'push@refrain.example',
    aud: `${address}/token`,
    scope: 'https://www.googleapis.com/auth/firebase.messaging',
  })
  expect(asked[1]?.authorization).toBe('Bearer granted')
  expect(JSON.parse(asked[1]?.body ?? '').message).toMatchObject({
    token: TOKEN,
    data: MESSAGE,
    webpush: {
      headers: { TTL: expect.stringMatching(/^(89|90)$/) },
      notification: { title: 'Nina', body: 'New: First', tag: 'album a1' },
      fcm_options: { link: 'https://music.example.org/album/a1' },
    },
  })
})

it('reports an unknown device as gone, a refusal as refused, anything else as to be retried', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  const again = vi.spyOn(console, 'log').mockImplementation(() => {})
  onTestFinished(() => {
    log.mockRestore()
    again.mockRestore()
  })
  const { asked, fcm, now } = await startGoogle()
  for (const [status, outcome] of [
    [404, 'gone'],
    [503, 'later'],
    [400, 'refused'],
    [403, 'refused'],
    [413, 'refused'],
    [200, 'sent'],
  ] as const) {
    now.status = status
    expect([status, await fcm.send(TOKEN, MESSAGE, Date.now() + 90_000)]).toEqual([status, outcome])
  }
  now.status = 400
  now.body = { error: { details: [{ fieldViolations: [{ field: 'message.token' }] }] } }
  expect(await fcm.send(TOKEN, MESSAGE, Date.now() + 90_000)).toBe('gone')
  const signedIn = () => asked.filter(({ url }) => url === '/token').length
  expect(signedIn()).toBe(1)
  now.status = 401
  expect(await fcm.send(TOKEN, MESSAGE, Date.now() + 90_000)).toBe('refused')
  expect(signedIn()).toBe(2)
  // Failures are logged once until a message goes through.
  expect(log).toHaveBeenCalledTimes(2)
  expect(log.mock.calls.flat().join('\n')).not.toMatch(/granted|somewhere|PRIVATE/)
})

it('rejects an invalid service account file in one line, before anything is sent', async () => {
  const dataDir = temporaryFolder()
  const { file } = await startGoogle()
  const whole = JSON.parse(readFileSync(file, 'utf8'))
  const write = (name: string, text: string) => {
    writeFileSync(join(dataDir, name), text)
    return join(dataDir, name)
  }
  await expect(readFcmAccount(join(dataDir, 'none.json'))).rejects.toThrow(
    /FCM_SERVICE_ACCOUNT.* cannot be read/,
  )
  const broken = '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'
  for (const text of [
    'no JSON, but a secret',
    JSON.stringify({ ...whole, private_key: undefined }),
    JSON.stringify({ ...whole, private_key: broken }),
  ]) {
    const refused = readFcmAccount(write('other.json', text))
    await expect(refused).rejects.toThrow(/FCM_SERVICE_ACCOUNT.* is no service account/)
    await expect(refused).rejects.not.toThrow(/secret|c2Vj|\n/)
  }
  await expect(readFcmAccount(file)).resolves.toBeDefined()
})
