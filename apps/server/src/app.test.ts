import { renameSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { updatePassword } from '@refrain/contract/account/own-account'
import { createUser, login } from '@refrain/contract/account/sign-in'
import { fetchConfiguration } from '@refrain/contract/configuration'
import { fillPath, type Operation, pathNames } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { wireFields } from '@refrain/contract/record'
import fc from 'fast-check'
import { describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { openDatabase } from './database/open.ts'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { seed } from './testing/seed.ts'
import { ADA, signUp } from './testing/sign-up.ts'
import { answerOf, call, startApp } from './testing/start-app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

/** However slow the machine is. */
const SOON = { timeout: 15_000 }

onBothDatabases('the service', openTestDatabase => {
  it('returns its name and whether it serves the sample catalogue', async () => {
    const open = await openTestDatabase()
    const sample = await startApp(open, { prepareFile: async () => {} })
    expect(await answerOf(sample, fetchConfiguration, {})).toMatchObject({ name: 'Refrain', sample: true })
    const own = await startApp(open)
    expect(await answerOf(own, fetchConfiguration, {})).toMatchObject({ name: 'Refrain', sample: false })
  })

  it('is alive and ready, and reveals nothing else', async () => {
    const app = await startApp(await openTestDatabase())
    for (const url of ['/healthz', '/readyz']) {
      const answer = await app.inject(url)
      expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
        200,
        'ok',
        'no-store',
      ])
    }
  })

  it('reveals internal errors to the log only (PROP-13)', async () => {
    const open = await openTestDatabase()
    const app = await startApp(open)
    const log = catchLog()
    await open.db.schema.dropTable('catalogue_version').execute()
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    const broken = await app.inject('/api/fetchallGenres')
    expect([broken.statusCode, Object.keys(broken.json())]).toEqual([500, ['error', 'requestId']])
    expect(broken.body).not.toMatch(/catalogue_version|sql|at /i)
    const lines = log.mock.calls.map(([line]) => String(line))
    expect(lines).toEqual([
      expect.stringMatching(/^\S+ GET \/api\/fetchallGenres 500: .*catalogue_version.*$/),
    ])
  })

  it('logs neither passwords, addresses nor tokens, whatever fails, and one line for each error', async () => {
    const open = await openTestDatabase()
    const app = await startApp(open)
    const ada = await signUp(app)
    const log = catchLog()
    await open.db.schema.alterTable('users').renameTo('gone').execute()
    const { email, password } = ADA
    const answers = [
      await call(app, login, { email, password }),
      await call(app, createUser, { ...ADA, name: 'Line\u2028break' }),
      await call(app, updatePassword, { currentPassword: password, newPassword: `new ${password}` }, ada),
    ]
    const failed = answers.filter(({ statusCode }) => statusCode === 500)
    expect(failed.length).toBeGreaterThan(1)
    const lines = log.mock.calls.flat().map(String)
    expect(lines).toHaveLength(failed.length)
    for (const line of lines) {
      expect(line).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      for (const secret of [email, password, ada['auth-token']]) expect(line).not.toContain(secret)
    }
  })

  it('answers arbitrary requests without a server error (PROP-13)', async () => {
    const open = await openTestDatabase()
    const put = seed(open.db)
    const artist = await put.artist('Ada')
    await put.track('A', await put.album('First', artist), [artist])
    const app = await startApp(open)
    const odd = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc.constantFrom('__proto__', 'constructor', '..', '%2e%2e', "' or 1=1 --", '\u0000', '\ud800', '💿'),
    )
    const names = fc.oneof(odd, fc.constantFrom(...operations.flatMap(inputNames)))
    const bodies = fc.oneof(fc.jsonValue(), fc.dictionary(names, fc.jsonValue()), fc.array(odd))
    const requests = fc.tuple(fc.constantFrom(...operations), odd, bodies)
    await fc.assert(
      fc.asyncProperty(requests, async ([operation, text, body]) => {
        const values = Object.fromEntries(pathNames(operation.path).map(name => [name, wellFormed(text)]))
        const url = fillPath(operation.path, values)
        const answer = await app.inject({
          method: operation.method,
          url: operation.method === 'GET' ? `${url}?${encodeURIComponent(wellFormed(text))}=1` : url,
          ...(operation.method !== 'GET' && {
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(body),
          }),
        })
        expect(answer.statusCode).toBeLessThan(500)
        if (answer.statusCode >= 400) expect(answer.json().error).toEqual(expect.any(String))
      }),
      { numRuns: 300 },
    )
  })
})

/** An address holds no half of a letter. */
const wellFormed = (text: string) => text.toWellFormed()

function inputNames(operation: Operation): string[] {
  return wireFields(operation.input)
}

/** What would be written for the operator. */
function catchLog() {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => log.mockRestore())
  return log
}

describe('readiness', () => {
  it('is lost with the database server, and returns with it', async () => {
    catchLog()
    const { hostname, port } = new URL(inject('postgresUrl'))
    const sockets = new Set<Socket>()
    const relay = createServer(near => {
      const far = connect(Number(port), hostname)
      for (const [socket, other] of [
        [near, far],
        [far, near],
      ] as const) {
        sockets.add(socket)
        socket.pipe(other)
        socket.on('error', () => other.destroy())
      }
    })
    const listen = (at: number) => new Promise<void>(resolve => relay.listen(at, '127.0.0.1', resolve))
    await listen(0)
    onTestFinished(() => void relay.close())
    const own = (relay.address() as AddressInfo).port
    const url = new URL('/postgres', inject('postgresUrl'))
    url.hostname = '127.0.0.1'
    url.port = String(own)
    const database = openDatabase({ databaseUrl: url.href, dataDir: '' })
    onTestFinished(() => database.close())
    const app = await startApp(database)
    const ready = async () => (await app.inject('/readyz')).statusCode
    expect(await ready()).toBe(200)

    relay.close()
    for (const socket of sockets) socket.destroy()
    await expect.poll(ready, SOON).toBe(503)
    const refused = await app.inject({ method: 'POST', url: '/api/tracks/a' })
    expect([refused.statusCode, Number(refused.headers['retry-after'])]).toEqual([503, 2])

    await listen(own)
    await expect.poll(ready, SOON).toBe(200)
  })

  it('is lost with the file of the embedded database, and returns with it', async () => {
    catchLog()
    const dataDir = temporaryFolder()
    const database = openDatabase({ databaseUrl: '', dataDir })
    onTestFinished(() => database.close())
    const app = await startApp(database, { settings: { dataDir } })
    const ready = async () => (await app.inject('/readyz')).statusCode
    expect(await ready()).toBe(200)
    renameSync(`${dataDir}/refrain.db`, `${dataDir}/away.db`)
    expect(await ready()).toBe(503)
    renameSync(`${dataDir}/away.db`, `${dataDir}/refrain.db`)
    expect(await ready()).toBe(200)
  })
})
