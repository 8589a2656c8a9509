import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAILY_MIX_PATH, dailyMixPicture } from '@refrain/contract/media/daily-mix-pictures'
import { fillPath } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { SHELL_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import type { Database } from './database/tables.ts'
import { SignedLinks } from './notifications/email/signed-links.ts'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { createScenario, readOwnedData, type Scenario } from './testing/permission-matrix.ts'
import { readRoutes } from './testing/read-routes.ts'
import { seed } from './testing/seed.ts'
import { startApp } from './testing/start-app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { writePages } from './testing/write-pages.ts'

/** The files of `writePages()` that have a route. */
const BUILT_FILES = ['/assets/main-abc123.js', '/favicon.svg', '/service-worker.js']
/** Their routes. */
const FILE_ROUTES = ['/assets/{}', ...BUILT_FILES.slice(1)]
const ELSEWHERE = { publicUrl: 'https://music.example.org', backendUrl: 'https://api.example.org' }

/** Every route that the policy table allows, as `readRoutes` writes it. */
function readPolicies({ withBackendUrl }: { withBackendUrl: boolean }): string[] {
  const text = readFileSync(new URL('../../../checks/who-may-call.md', import.meta.url), 'utf8')
  const others = Array.from(
    text.matchAll(/^\| ([A-Z, ]+ [/…]\S*) \| [^|]+ \|$/gm),
    match => match[1] as string,
  )
  const listed = others.flatMap(row => {
    if (row === 'GET, HEAD /{file}') {
      return FILE_ROUTES.map(file =>
        withBackendUrl && file === '/service-worker.js' ? `GET ${file}` : `GET, HEAD ${file}`,
      )
    }
    // The handler of requests without a route.
    if (row === 'GET, HEAD …') return []
    if (row === 'OPTIONS /*') return withBackendUrl ? ['OPTIONS *'] : []
    return row.replaceAll(/\{\w+\}/g, '{}')
  })
  const offered = operations.map(({ method, path, caching }) => {
    const methods = caching === 'public' ? `${method}, HEAD` : method
    return `${methods} ${path.replaceAll(/\{\w+\}/g, '{}')}`
  })
  return [...listed, ...offered]
}

onBothDatabases('every route of the running service', open => {
  it.each([
    ['at one address', {}],
    ['with the API at another address', ELSEWHERE],
  ])('has a policy, static files included, %s (PROP-13)', async (_, settings) => {
    const app = await startApp(await open(), { settings, pagesDir: writePages() })
    await app.ready()
    const withBackendUrl = 'backendUrl' in settings
    expect(splitMethods(readRoutes(app))).toEqual(splitMethods(readPolicies({ withBackendUrl })))
  })

  it('would be found without a policy', async () => {
    const app = await startApp(await open(), { pagesDir: writePages() })
    app.get('/api/forgotten/:id', () => '')
    await app.ready()
    const known = new Set(splitMethods(readPolicies({ withBackendUrl: false })))
    expect(splitMethods(readRoutes(app)).filter(route => !known.has(route))).toEqual([
      'GET /api/forgotten/{}',
    ])
  })

  it('that is no operation answers every caller alike and changes nothing (PROP-13)', async () => {
    const opened = await open()
    const app = await startApp(opened, { pagesDir: writePages() })
    const scene = await createScenario(app, opened.db)
    await addAudioFile(seed(opened.db), scene)
    const requests = await otherRequests(opened.db, scene)
    const before = await readOwnedData(opened.db, scene.userId)
    for (const [method, url, status] of requests) {
      const answers = new Map<string, string[]>()
      for (const [caller, headers] of Object.entries(scene.callers)) {
        const answer = await ask(app, method, url, headers as Record<string, string>)
        answers.set(answer, [...(answers.get(answer) ?? []), caller])
      }
      expect([method, url, [...answers.values()]]).toEqual([method, url, [Object.keys(scene.callers)]])
      expect([method, url, [...answers.keys()][0]?.slice(0, 3)]).toEqual([method, url, String(status)])
    }
    expect(await readOwnedData(opened.db, scene.userId)).toEqual(before)
  })
})

/** One entry for each method, sorted. */
function splitMethods(routes: readonly string[]): string[] {
  const each = routes.flatMap(route => {
    const at = route.lastIndexOf(' ')
    const methods = route.slice(0, at).split(', ')
    return methods.map(method => `${method}${route.slice(at)}`)
  })
  return each.toSorted()
}

/** Status, and body without the request's id. */
async function ask(
  app: FastifyInstance,
  method: 'GET' | 'POST' | 'OPTIONS',
  url: string,
  headers: Record<string, string>,
): Promise<string> {
  const answer = await app.inject({ method, url, headers })
  return `${answer.statusCode} ${answer.body.replace(/"requestId":"[^"]+"/, '')}`
}

async function addAudioFile(put: ReturnType<typeof seed>, { trackIds: [trackId] }: Scenario): Promise<void> {
  const root = temporaryFolder()
  const path = join(root, 'Album', 'one.mp3')
  mkdirSync(join(root, 'Album'))
  writeFileSync(path, Buffer.alloc(100))
  await put.file(path, root, trackId)
}

/** One request for each row of the table's second part, with its status; Ada's data where it names data. */
async function otherRequests(
  db: Database,
  { albumId, trackIds: [trackId], userId, spare }: Scenario,
): Promise<readonly (readonly ['GET' | 'POST' | 'OPTIONS', string, number])[]> {
  const signed = new URL(await new SignedLinks(db).emailSettingsUrl(userId, 'http://localhost'))
  const settings = signed.pathname + signed.search
  return [
    ['GET', `/audio/${albumId}/${trackId}.mp3`, 200],
    ['GET', `/profile_path/user_profile/${userId}/${spare}`, 404],
    ['GET', fillPath(DAILY_MIX_PATH, { file: dailyMixPicture(1).file }), 200],
    ['GET', `/stream/${trackId}/unknown`, 404],
    ['GET', '/healthz', 200],
    ['GET', '/readyz', 200],
    ['GET', '/rest/ping', 200],
    ['GET', '/rest/getOpenSubsonicExtensions.view', 200],
    ['OPTIONS', '/rest/ping', 204],
    ['GET', '/api/openapi.json', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/docs.css', 200],
    ['GET', '/for-artists', 200],
    ['GET', '/for-artists/page.css', 200],
    ['GET', '/for-artists/figtree.woff2', 200],
    ['GET', '/mail-settings', 303],
    ['GET', settings, 200],
    ['GET', `${settings}x`, 303],
    ['POST', `${settings}x`, 404],
    ['GET', SHELL_PATH, 200],
    ...BUILT_FILES.map(file => ['GET', file, 200] as const),
    ['GET', '/', 200],
    ['GET', `/user/${userId}`, 200],
    ['GET', '/no-screen', 404],
    ['GET', '/api/nothing', 404],
    ['OPTIONS', '/api/fetchalbums', 405],
  ]
}
