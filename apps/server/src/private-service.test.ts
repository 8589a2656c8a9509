import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { updateLiveSetting } from '@refrain/contract/administration/settings'
import { fetchAlbum, fetchPopularAlbums } from '@refrain/contract/catalogue/albums'
import { fetchAllAlbums } from '@refrain/contract/compat/catalogue'
import { fillPath, type Operation } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { sendPicture } from './testing/multipart.ts'
import { type Example, examplesOf, expectedStatus } from './testing/permission-examples.ts'
import { type CallerName, createScenario, type Scenario } from './testing/permission-matrix.ts'
import { readRoutes } from './testing/read-routes.ts'
import { seed } from './testing/seed.ts'
import { call, startApp } from './testing/start-app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { writePages } from './testing/write-pages.ts'

const forGuests = operations.filter(({ who }) => who === 'guest')
const STRANGERS: readonly CallerName[] = ['guest', 'revoked', 'cookie from another site']

/** Operations for our own pages alone refuse other sites first. */
const refusal = ({ sameOrigin }: Operation, caller: CallerName) =>
  sameOrigin && caller === 'cookie from another site' ? 403 : 401

/** What checks/who-may-call.md leaves open: names of operations, and other addresses. */
function readOpen(): { operations: string[]; addresses: string[] } {
  const text = readFileSync(new URL('../../../checks/who-may-call.md', import.meta.url), 'utf8')
  const section = text.slice(text.indexOf('## On a private service'))
  const [head = '', tail = ''] = section.split('Addresses:')
  const names = (part: string) => Array.from(part.matchAll(/`([^`]+)`/g), match => match[1] as string)
  return { operations: names(head.slice(head.indexOf('Operations:'))), addresses: names(tail) }
}

async function setGuests(app: FastifyInstance, { callers }: Scenario, value: string | null): Promise<void> {
  const answer = await call(app, updateLiveSetting, { name: 'guests', value }, callers.administrator)
  expect(answer.statusCode).toBe(200)
}

/** Waits until a process knows the setting, which it reads four times a second. */
const untilStatus = (app: FastifyInstance, status: number) =>
  expect
    .poll(async () => (await call(app, fetchPopularAlbums, {})).statusCode, { timeout: 10_000 })
    .toBe(status)

async function addAudioFile(put: ReturnType<typeof seed>, { trackIds: [trackId] }: Scenario): Promise<void> {
  const root = temporaryFolder()
  const path = join(root, 'Album', 'one.mp3')
  mkdirSync(join(root, 'Album'))
  writeFileSync(path, Buffer.alloc(100))
  await put.file(path, root, trackId)
}

onBothDatabases('a private service', openDatabase => {
  it('answers guests every operation with 401, except those that are listed', async () => {
    // Signing in through a provider is not set up, and says so each time.
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    onTestFinished(() => log.mockRestore())
    const open = await openDatabase()
    const app = await startApp(open)
    const scene = await createScenario(app, open.db)
    expect(
      forGuests
        .filter(({ isAlwaysOpen }) => isAlwaysOpen)
        .map(({ name }) => name)
        .toSorted(),
    ).toEqual(readOpen().operations.toSorted())
    await setGuests(app, scene, 'off')
    await untilStatus(app, 401)
    const examples = examplesOf(scene)
    for (const caller of Object.keys(scene.callers) as CallerName[]) {
      const outcomes: unknown[] = []
      const wanted: unknown[] = []
      for (const operation of forGuests) {
        const example = examples[operation.name] as Example
        const headers = scene.callers[caller] as Record<string, string>
        const { statusCode } = example.form
          ? await sendPicture(app, operation, scene.picture, headers, example.input)
          : await call(app, operation, example.input as never, headers)
        const isRefused = !operation.isAlwaysOpen && STRANGERS.includes(caller)
        outcomes.push([caller, operation.name, statusCode])
        wanted.push([
          caller,
          operation.name,
          isRefused ? refusal(operation, caller) : expectedStatus(operation, example, caller),
        ])
      }
      expect(outcomes).toEqual(wanted)
    }
  })

  it('answers guests every other route with 401, except those that are listed', async () => {
    const settings = { given: { guests: 'off' as const } }
    const app = await startApp(await openDatabase(), { settings, pagesDir: writePages() })
    await app.ready()
    const isOperation = new Set(operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, '{}')))
    const others = readRoutes(app).flatMap(route => {
      const at = route.lastIndexOf(' ')
      const path = route.slice(at + 1)
      if (isOperation.has(path)) return []
      return route
        .slice(0, at)
        .split(', ')
        .map(method => ({ method, path }))
    })
    const open = new Set<string>()
    for (const { method, path } of others) {
      const url = path.replaceAll('{}', 'a')
      const { statusCode } = await app.inject({ method: method as 'GET', url })
      if (statusCode !== 401) open.add(path)
    }
    expect(others.length).toBeGreaterThan(20)
    const files = ['/assets/{}', '/favicon.svg', '/service-worker.js']
    const listed = readOpen().addresses.flatMap(address => (address === '/{file}' ? files : address))
    expect([...open].toSorted()).toEqual(listed.toSorted())
  })

  it('shows music and pictures by the session’s cookie, and leaves them in no shared cache', async () => {
    const open = await openDatabase()
    const app = await startApp(open)
    const scene = await createScenario(app, open.db)
    await addAudioFile(seed(open.db), scene)
    const audio = `/audio/${scene.albumId}/${scene.trackIds[0]}.mp3`
    const list = fillPath(fetchAllAlbums.path, {})
    for (const url of [audio, list, fetchPopularAlbums.path]) {
      const shared = await app.inject({ url })
      expect([url, shared.statusCode, shared.headers['cache-control']]).toEqual([
        ...[url, 200, expect.stringMatching(/^public/)],
      ])
    }
    await setGuests(app, scene, 'off')
    await untilStatus(app, 401)
    for (const url of [audio, list, fetchPopularAlbums.path]) {
      const own = await app.inject({ url, headers: scene.callers.cookie })
      expect([url, own.statusCode, own.headers['cache-control']]).toEqual([url, 200, 'private, no-cache'])
      const etag = own.headers.etag as string
      expect([url, (await app.inject({ url, headers: { 'if-none-match': etag } })).statusCode]).toEqual([
        url,
        401,
      ])
      const again = await app.inject({ url, headers: { ...scene.callers.cookie, 'if-none-match': etag } })
      expect([url, again.statusCode]).toEqual([url, 304])
    }
  })

  it('has the same page at every address, whatever is there', async () => {
    const open = await openDatabase()
    const settings = { given: { guests: 'off' as const } }
    const app = await startApp(open, { settings, pagesDir: writePages() })
    const { albumId, callers } = await createScenario(app, open.db)
    const headers = { accept: 'text/html' }
    const page = await app.inject({ url: `/albums/${albumId}`, headers })
    const unknown = await app.inject({ url: '/albums/unknown', headers })
    const own = await app.inject({ url: `/albums/${albumId}`, headers: { ...headers, ...callers.cookie } })
    expect([page.statusCode, unknown.statusCode]).toEqual([200, 200])
    expect(new Set([page.body, unknown.body, own.body])).toHaveProperty('size', 1)
    expect(page.body).toContain('<meta name="robots" content="noindex">')
    expect(page.body).not.toContain('First')
    const home = await app.inject({ url: '/', headers })
    expect(home.body).toContain('<div id="root"></div>')
    expect(home.body).not.toMatch(/preload|Nina/)
  })

  it('opens and closes in every process while it runs', async () => {
    const open = await openDatabase()
    const [app, other] = [await startApp(open), await startApp(open)]
    const scene = await createScenario(app, open.db)
    const input = { id: scene.albumId }
    for (const each of [app, other]) expect((await call(each, fetchAlbum, input)).statusCode).toBe(200)
    await setGuests(app, scene, 'off')
    for (const each of [app, other]) await untilStatus(each, 401)
    // Also what was cached before.
    for (const each of [app, other]) expect((await call(each, fetchAlbum, input)).statusCode).toBe(401)
    await setGuests(other, scene, null)
    for (const each of [app, other]) await untilStatus(each, 200)
  })
})
