import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { flacBytes, tone } from '@refrain/audio/testing/audio-files'
import { setCookie } from '@refrain/contract/account/cookies'
import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { createUser } from '@refrain/contract/account/sign-in'
import { expect, it, onTestFinished } from 'vitest'
import { watchLiveUpdates } from '../cluster/testing/watch-live-updates.ts'
import { LiveUpdates } from '../live-updates/live-updates.ts'
import { SignedLinks } from '../notifications/email/signed-links.ts'
import { onEmbedded } from '../testing/databases/both-databases.ts'
import { seed } from '../testing/seed.ts'
import { hasCaddy, runCaddy } from '../testing/servers/caddy.ts'
import { freePort } from '../testing/servers/free-port.ts'
import { runNginx } from '../testing/servers/nginx.ts'
import { caddyBelow, nginxBelow, type Passing } from '../testing/servers/prefix-proxies.ts'
import { ADA } from '../testing/sign-up.ts'
import { startApp } from '../testing/start-app.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { writePages } from '../testing/write-pages.ts'

const PUBLIC_URL = 'https://nas.example.org/music'
const html = { accept: 'text/html' }
const SOON = { timeout: 10_000 }

onEmbedded('the service below a path of its host', openDatabase => {
  async function start(publicUrl = PUBLIC_URL) {
    const open = await openDatabase()
    const pagesDir = writePages()
    const manifest = { id: '/', scope: '/', description: 'Albums', icons: [{ src: '/icon.svg' }] }
    writeFileSync(join(pagesDir, 'manifest.webmanifest'), JSON.stringify(manifest))
    const liveUpdates = new LiveUpdates(open)
    const app = await startApp(open, {
      pagesDir,
      liveUpdates,
      settings: { publicUrl, trustedProxies: ['127.0.0.1'] },
    })
    return { open, app, liveUpdates }
  }

  /** An album with a track, whose file is there. */
  async function addTrack({ db }: Awaited<ReturnType<typeof openDatabase>>) {
    const [music, sound] = [temporaryFolder(), tone(4_410)]
    writeFileSync(join(music, 'tone.flac'), await flacBytes(sound))
    const put = seed(db)
    const artist = await put.artist('Ada')
    const album = await put.album('First', artist, { profile_path: 'cover.jpg' })
    const given = { codec: 'flac', url: 'tone.flac', true_samples: sound.length, priming_samples: 0 } as const
    await put.file(join(music, 'tone.flac'), music, await put.track('Tone', album, [artist], given))
    return album
  }

  it('answers every kind of address, whether the proxy has removed the prefix or not', async () => {
    const { open, app } = await start()
    const album = await addTrack(open)
    const member = (
      await app.inject({ method: 'POST', url: `/music${createUser.path}`, payload: ADA })
    ).json()
    const { user_id: userId } = await open.db
      .selectFrom('sessions')
      .select('user_id')
      .executeTakeFirstOrThrow()
    const settings = new URL(await new SignedLinks(open.db).emailSettingsUrl(userId, PUBLIC_URL))
    expect(settings.href).toMatch(`${PUBLIC_URL}/mail-settings?`)
    for (const before of ['/music', '']) {
      const get = async (path: string, headers: Record<string, string> = {}) => {
        const { statusCode, headers: answered, body } = await app.inject({ url: before + path, headers })
        return { status: [path, statusCode], type: String(answered['content-type']), headers: answered, body }
      }
      const types = {
        '/': 'text/html',
        [`/albums/${album}`]: 'text/html',
        '/shell.html': 'text/html',
        '/service-worker.js': 'text/javascript',
        '/manifest.webmanifest': 'application/manifest+json',
        '/assets/main-abc123.js': 'application/javascript',
        [`/api/albums/${album}`]: 'application/json',
        '/api/docs': 'text/html',
        '/rest/ping?f=json&v=1.16.1&c=test': 'application/json',
        [`/audio/${album}/tone.flac`]: 'audio/flac',
        '/for-artists': 'text/html',
        '/for-artists/page.css': 'text/css',
        [settings.pathname.replace('/music', '') + settings.search]: 'text/html',
        '/healthz': 'text/plain',
      }
      for (const [path, type] of Object.entries(types)) {
        const { status, type: answered } = await get(path, type === 'text/html' ? html : {})
        expect([...status, answered.split(';')[0]]).toEqual([path, 200, type])
      }
      expect((await get('/nowhere', html)).status).toEqual(['/nowhere', 404])
      const user = await get('/api/fetchFollowingArtists', { [TOKEN_HEADER]: member.authtoken })
      expect(user.status[1]).toBe(200)
    }
  })

  it('names its files and itself with the prefix', async () => {
    const { open, app } = await start()
    const album = await addTrack(open)
    const { body } = await app.inject({ url: `/albums/${album}`, headers: html })
    expect(body).toContain('<html data-prefix="/music" lang="en">')
    expect(body).toContain('<script type="module" src="/music/assets/main-abc123.js">')
    expect(body).toContain(`<link rel="canonical" href="${PUBLIC_URL}/albums/${album}">`)
    expect(body).toMatch(/og:image" content="https:\/\/nas\.example\.org\/music\/profile_path\//)
    expect(body).toMatch(/imagesrcset="\/music\/profile_path\//)
    expect(Array.from(body.matchAll(/ (?:href|src)="(\/(?!music\/)[^"]*)"/g), match => match[1])).toEqual([])
    expect((await app.inject('/manifest.webmanifest')).json()).toMatchObject({
      id: '/music/',
      scope: '/music/',
      description: 'Albums',
      icons: [{ src: '/music/icon.svg' }],
    })
    const { artistsUrl } = (await app.inject('/api/configuration')).json()
    expect(artistsUrl).toBe('/music/for-artists')
    expect((await app.inject('/api/openapi.json')).json().servers).toEqual([{ url: '/music' }])
    // The scope of the service worker ends with a slash.
    const bare = await app.inject({ url: '/music?q=a', headers: html })
    expect([bare.statusCode, bare.headers.location]).toEqual([308, '/music/?q=a'])
    // It would hold for all services of the host.
    expect(bare.headers).not.toHaveProperty('strict-transport-security')
    for (const url of ['/for-artists', '/api/docs']) {
      const page = (await app.inject({ url, headers: html })).body
      expect(Array.from(page.matchAll(/ (?:href|src|action)="\/[^"]*"/g))).toEqual([])
    }
  })

  it('has cookies of its own, of that path, and takes none of the service at the root', async () => {
    const { app } = await start()
    const fromPages = { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }
    const answer = await app.inject({ method: 'POST', url: `/music${createUser.path}`, payload: ADA })
    const cookie = String(answer.headers['set-cookie'])
    const token = answer.json().authtoken
    expect(cookie).toMatch(new RegExp(`^music\\.token=${token}; .*Path=/music; `))
    const read = async (cookies: string, name = 'token') =>
      (
        await app.inject({
          url: `/music/api/getCookie/${name}`,
          headers: { ...fromPages, cookie: cookies },
        })
      ).json().value
    expect(await read(`token=${'a'.repeat(43)}; music.token=${token}`)).toBe(token)
    expect(await read(`token=${token}; musical.token=${token}`)).toBe(null)
    const set = await app.inject({
      method: 'POST',
      url: setCookie.path,
      headers: fromPages,
      payload: { param_name: 'album', param_value: 'First' },
    })
    expect(set.headers['set-cookie']).toMatch(/^music\.album=First; .*Path=\/music;/)
    expect(await read('album=Other; music.album=First', 'album')).toBe('First')
    const out = await app.inject({
      url: '/music/api/deleteCookie/token',
      headers: { ...fromPages, cookie: `music.token=${token}; music.album=First; album=Other` },
    })
    const cleared = [out.headers['set-cookie']].flat().map(String)
    expect(cleared.map(each => each.match(/^[^=]+=;|Path=[^;]+/g)?.join(' ')).toSorted()).toEqual([
      'music.album=; Path=/music',
      'music.token=; Path=/music',
    ])
  })

  it('has cookies of its own on a backend at the root of another host, too', async () => {
    const backendUrl = 'https://api.example.org'
    const app = await startApp(await openDatabase(), { settings: { publicUrl: PUBLIC_URL, backendUrl } })
    const answer = await app.inject({ method: 'POST', url: createUser.path, payload: ADA })
    expect(answer.headers['set-cookie']).toMatch(/^music\.token=.*; Path=\/;/)
    expect(answer.headers['access-control-allow-origin']).toBe('https://nas.example.org')
  })

  it.each(['nginx', 'Caddy'])('works behind %s as docs/installing.md sets it up', async name => {
    if (name === 'Caddy' && !hasCaddy) return
    const [whole, stripped] = [await freePort(), await freePort()]
    const { open, app, liveUpdates } = await start(`http://127.0.0.1:${whole}/music`)
    const album = await addTrack(open)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const place = { prefix: '/music', upstream: (app.server.address() as AddressInfo).port }
    const write = (port: number, passing: Passing) =>
      name === 'nginx' ? nginxBelow(port, [{ ...place, passing }]) : caddyBelow(port, { ...place, passing })
    const sites = [write(whole, 'whole'), write(stripped, 'stripped')].join('\n')
    const { stop } = await (name === 'nginx' ? runNginx(whole, () => sites) : runCaddy(whole, sites))
    onTestFinished(stop)
    const { authtoken } = (await app.inject({ method: 'POST', url: createUser.path, payload: ADA })).json()
    const { user_id: userId } = await open.db
      .selectFrom('sessions')
      .select('user_id')
      .executeTakeFirstOrThrow()
    for (const port of [whole, stripped]) {
      const address = `http://127.0.0.1:${port}/music`
      const page = await fetch(address, { headers: html })
      expect([page.url, page.status]).toEqual([`${address}/`, 200])
      expect((await fetch(`${address}/api/albums/${album}`)).status).toBe(200)
      const sound = await fetch(`${address}/audio/${album}/tone.flac`, { headers: { range: 'bytes=0-3' } })
      expect([sound.status, await sound.text()]).toEqual([206, 'fLaC'])
      expect((await fetch(`${address}/rest/ping?f=json&v=1.16.1&c=test`)).status).toBe(200)
      expect((await fetch(`${address}/metrics`)).status).toBe(404)
      const arrived = await watchLiveUpdates(address, authtoken)
      liveUpdates.publish({ userId }, 'likes')
      await expect.poll(() => arrived('likes'), SOON).toBe(1)
    }
  })
})
