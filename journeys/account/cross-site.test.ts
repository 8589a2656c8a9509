import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fetchOwnUser } from '@refrain/contract/account/own-account'
import { createUser } from '@refrain/contract/account/sign-in'
import { fetchCollectionPlaylists } from '@refrain/contract/library/collection-playlists'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { createPlaylist } from '@refrain/contract/library/playlists'
import { fillPath, type Operation, pathNames } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import { type Example, examplesOf } from '@refrain/server/testing/permission-examples'
import type { Scenario } from '@refrain/server/testing/permission-matrix'
import { ADA } from '@refrain/server/testing/sign-up'
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { png } from '../support/data/pictures.ts'
import { account } from '../support/pages/account.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** One operation as another site's page can ask for it. */
interface Attack {
  readonly method: string
  readonly url: string
  readonly multipart: boolean
  readonly fields: Readonly<Record<string, unknown>>
}

let folders: string[]
let service: Service
let browser: Browser
let elsewhere: Server

beforeAll(async () => {
  const tracks = ['One', 'Two', 'Three'].map(title => ({ title, frequency: 440, seconds: 1 }))
  const album = { artist: 'Nina', album: 'First', year: 2021, colour: '#7a2e8c', genre: 'Jazz', tracks }
  const dataDir = mkdtempSync(join(tmpdir(), 'refrain-victim-'))
  const music = await writeMusic([album])
  writeFileSync(
    join(music, 'Mine.m3u'),
    ['Nina - Three', 'Nina - One'].map(name => `#EXTINF:1,${name}\n${name}.mp3\n`).join(''),
  )
  folders = [dataDir, music]
  // Rate limits would hide what the rules refuse.
  service = await startService({ music: [music], dataDir, settings: { RATE_LIMIT_SCALE: '0' } })
  browser = await startBrowser()
  await service.waitForOutput(/3 added/)
  elsewhere = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  )
  await new Promise<void>(resolve => elsewhere.listen(0, resolve))
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  elsewhere?.close()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Signs the victim up in this browser. @returns an attack for each operation, which names the victim's data */
async function signInVictim(context: BrowserContext, email: string): Promise<Attack[]> {
  const post = async (path: string, data: object, headers = {}) =>
    (await context.request.post(path, { data, headers })).json()
  const { authtoken } = await post(createUser.path, { ...ADA, email })
  const headers = { 'auth-token': authtoken }
  const { _id: userId } = await post(fetchOwnUser.path, {}, headers)
  const catalogue = catalogueOf(service.address)
  const [artist, album, genre] = await Promise.all([
    catalogue.artist('Nina'),
    catalogue.album('First'),
    catalogue.genre('Jazz'),
  ])
  const found = await Promise.all(['One', 'Two', 'Three'].map(catalogue.track))
  const [one, two, three] = found.map(track => track._id) as [string, string, string]
  const [list] = (await (await context.request.get(fetchCollectionPlaylists.path)).json()) as { id: string }[]
  const { _id: playlistId } = await (await context.request.get(createPlaylist.path, { headers })).json()
  await post(appendLikedSongs.path, { trackId: one }, headers)
  await post(addFollowingArtist.path, { artistId: artist._id }, headers)
  const examples = examplesOf({
    ...{ artistId: artist._id, albumId: album._id, genreId: genre._id, userId, playlistId },
    ...{ trackIds: [one, two, three], collectionPlaylistId: list?.id, spare: '' },
  } as unknown as Scenario)
  return operations.map(operation => attackOn(operation, examples[operation.name] as Example))
}

/** Inputs that would be seen, where the examples change nothing: a new account, and the session's cookie. */
const WORST: Readonly<Record<string, object>> = {
  createUser: { ...ADA, email: 'eve@example.org' },
  deleteCookie: { name: 'token' },
  getCookie: { name: 'token' },
}

function attackOn({ method, path, name, multipart = false }: Operation, { input }: Example): Attack {
  const values: Record<string, unknown> = { ...input, ...WORST[name] }
  const url = service.address + fillPath(path, values)
  const inPath = new Set(pathNames(path))
  return {
    method,
    url,
    multipart,
    fields: Object.fromEntries(Object.entries(values).filter(([key]) => !inPath.has(key))),
  }
}

/** Tables that the service's own work changes meanwhile: import, analysis, and delivery of the welcome email with its key. */
const BACKGROUND = [
  ...['leases', 'jobs', 'secrets', 'import_status', 'catalogue_version', 'sound_analyses'],
  // A link is made when its email is written.
  ...['deliveries', 'events', 'mailboxes', 'email_links', 'log_entries'],
]

/** Everything in the service's database that a call changes, except when sessions were last used. */
function readDatabase(): Record<string, unknown> {
  const database = new DatabaseSync(join(folders[0] as string, 'refrain.db'), { readOnly: true })
  try {
    const tables = database
      .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite%'")
      .all() as { name: string }[]
    return Object.fromEntries(
      tables
        .filter(({ name }) => !BACKGROUND.includes(name))
        .map(({ name }) => {
          const columns = name === 'sessions' ? 'token_hash, user_id' : '*'
          return [name, JSON.stringify(database.prepare(`select ${columns} from "${name}"`).all())]
        }),
    )
  } finally {
    database.close()
  }
}

/** Runs in the hostile page: tries each operation in every way that a page can. @returns what it could read */
async function attack({ attacks, png }: { attacks: readonly Attack[]; png: number[] }): Promise<string[]> {
  const read: string[] = []
  const sent: Promise<unknown>[] = []
  const within = (work: (done: () => void) => void) =>
    new Promise<void>(resolve => {
      setTimeout(resolve, 3_000)
      work(resolve)
    })
  const add = (tag: string, attributes: Record<string, string>) =>
    within(done => {
      const element = Object.assign(document.createElement(tag), attributes, { hidden: true })
      const end = () => {
        element.remove()
        done()
      }
      element.addEventListener('load', end)
      element.addEventListener('error', end)
      document.body.append(element)
    })
  const sendForm = ({ url, fields }: Attack, enctype: string, n: number) =>
    within(done => {
      const frame = document.createElement('iframe')
      frame.name = `frame${n}${enctype}`
      // Hundreds that are drawn would be most of the work.
      frame.hidden = true
      const form = document.createElement('form')
      Object.assign(form, { method: 'POST', action: url, enctype, target: frame.name })
      // As text/plain, the field's name and value together are JSON.
      const json = JSON.stringify({ ...fields, more: '=' }).split('=')
      const pairs = enctype === 'text/plain' ? [[json[0], json[1]]] : Object.entries(fields)
      for (const [name, value] of pairs) {
        const input = Object.assign(document.createElement('input'), {
          type: 'hidden',
          name,
          value: String(value),
        })
        form.append(input)
      }
      document.body.append(frame, form)
      form.submit()
      frame.addEventListener('load', () => {
        frame.remove()
        done()
      })
    })
  for (const [n, one] of attacks.entries()) {
    const { method, url, multipart, fields } = one
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png')
    if (multipart) sent.push(fetch(url, { method, mode: 'no-cors', credentials: 'include', body: form }))
    const query = new URLSearchParams(fields as Record<string, string>)
    const address = method === 'GET' && query.size > 0 ? `${url}?${query}` : url
    const body = method === 'POST' ? JSON.stringify(fields) : null
    const options = { credentials: 'include', body } as const
    // Without a preflight, then with one.
    if (method !== 'DELETE') sent.push(fetch(address, { ...options, method, mode: 'no-cors' }))
    for (const headers of [
      {},
      { 'content-type': 'application/json', 'auth-token': 'guess' },
    ] as HeadersInit[]) {
      const asked = fetch(address, { ...options, method, headers })
      sent.push(asked.then(async answer => read.push(`${address} ${await answer.text()}`)))
    }
    if (method === 'POST') {
      sent.push(sendForm(one, 'application/x-www-form-urlencoded', n))
      sent.push(sendForm(one, 'multipart/form-data', n), sendForm(one, 'text/plain', n))
      sent.push(Promise.resolve(navigator.sendBeacon(address, JSON.stringify(fields))))
    }
    if (method === 'GET') {
      sent.push(add('img', { src: address }), add('iframe', { src: address }))
      sent.push(add('script', { src: address }))
      // Browsers do not tell when a prefetch has failed.
      void add('link', { rel: 'prefetch', href: address })
    }
    if (n % 10 === 9) await Promise.allSettled(sent.splice(0))
  }
  await Promise.allSettled(sent)
  return read
}

/** One of each way in which operations are asked for. */
const oneOfEach = (attacks: readonly Attack[]) => [
  ...new Map(attacks.map(one => [`${one.method} ${one.multipart}`, one])).values(),
]

it('a page elsewhere changes and reads nothing of a member’s: on another site without the cookie, on another port of the same host with it, whatever it asks for (READ-26)', async () => {
  const { page, context } = await visit(browser, service.address)
  const attacks = await signInVictim(context, 'ada@example.org')
  await page.goto('/')
  await account(page).waitFor()
  // The page stores the user's id soon after it has opened.
  await until(async () => (await context.cookies()).map(({ name }) => name)).toContain('userId')
  const cookies = await context.cookies(service.address)
  const before = readDatabase()
  expect(before).toHaveProperty('playlists')

  const hostile = await context.newPage()
  let answered = 0
  hostile.on('response', response => {
    if (response.url().startsWith(service.address)) answered++
  })
  let withCookie = 0
  const session = await context.newCDPSession(hostile)
  await session.send('Network.enable')
  session.on('Network.requestWillBeSentExtraInfo', ({ headers }) => {
    if (Object.keys(headers).some(name => name.toLowerCase() === 'cookie')) withCookie++
  })
  const { port } = elsewhere.address() as AddressInfo
  const image = [...(await png(20)).buffer]
  for (const [host, tried, isCookieSent] of [
    // No request of another site carries the cookie, so one of each is enough.
    ['localhost', oneOfEach(attacks), false],
    ['127.0.0.1', attacks, true],
  ] as const) {
    await hostile.goto(`http://${host}:${port}/`)
    answered = 0
    withCookie = 0
    expect(await hostile.evaluate(attack, { attacks: tried, png: image }), host).toEqual([])
    // The service was really asked.
    expect(answered, host).toBeGreaterThan(tried.length)
    expect(withCookie > 0, host).toBe(isCookieSent)
    expect(readDatabase(), host).toEqual(before)
    expect(await context.cookies(service.address), host).toEqual(cookies)
  }
  await hostile.close()
  // Still signed in.
  await page.reload()
  await account(page).waitFor()
  await context.close()
})
