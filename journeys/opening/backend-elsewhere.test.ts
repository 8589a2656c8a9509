import { rmSync } from 'node:fs'
import type { Server } from 'node:net'
import { freePort } from '@refrain/server/testing/servers/free-port'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { writeMusic } from '../support/data/music.ts'
import { account, send } from '../support/pages/account.ts'
import { button, goWithin, link, main } from '../support/pages/pages.ts'
import { forward } from '../support/servers/forwarder.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Paths that are not pages and must not be requested from the pages' origin. */
const DATA = /^\/(api|audio|stream|profile_path)\//

let music: string
let backend: string
let forwarder: Server
let service: Service
let browser: Browser

beforeAll(async () => {
  music = await writeMusic([
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: [{ title: 'First Tone', frequency: 440, seconds: 8 }],
    },
  ])
  const [pages, elsewhere] = [await freePort(), await freePort()]
  backend = `http://127.0.0.1:${elsewhere}`
  forwarder = await forward(elsewhere, pages)
  const settings = {
    PORT: String(pages),
    PUBLIC_URL: `http://127.0.0.1:${pages}`,
    BACKEND_URL: backend,
  }
  service = await startService({ music: [music], settings })
  await service.waitForOutput(/1 added/)
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  forwarder?.close()
  rmSync(music, { recursive: true, force: true })
})

it('loads data and audio from the configured backend, signs in there, and caches its own pages (PROP-09, CON-23)', async () => {
  const { page, context, errors } = await visit(browser, service.address, { serviceWorkers: 'allow' })
  const asked = new Set<string>()
  page.on('request', request => {
    const { origin, pathname } = new URL(request.url())
    const kind = DATA.exec(pathname)?.[1]
    if (kind) asked.add(`${kind} of ${origin}`)
  })
  await page.goto('/')
  await link(main(page), /Pure Tones/)
    .first()
    .click()
  await button(main(page), 'Play').first().click()
  await expect
    .poll(async () => Math.round((await listen(page)).frequency / 10) * 10, { timeout: 20_000 })
    .toBe(440)

  // A moving pointer installs the service worker.
  await page.mouse.move(600, 400)
  await page.mouse.move(620, 400)
  await until(() =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state),
  ).toBe('activated')
  await goWithin(page, '/signup')
  await send(page, { Name: 'Ada Lovelace', Email: 'ada@example.org', Password: 'an engine of brass' })
  await account(page).waitFor()
  await page.reload()
  await account(page).waitFor()

  expect([...asked].filter(at => !at.endsWith(backend))).toEqual([])
  expect([...asked].map(at => at.split(' ')[0])).toEqual(expect.arrayContaining(['api', 'profile_path']))
  expect(errors).toEqual([])
  await context.close()
})

it('serves only its own pages (PROP-09)', async () => {
  const preflight = await fetch(`${backend}/api/getCookie/token`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  })
  expect(preflight.headers.get('access-control-allow-origin')).toBe(service.address)
  const stranger = await fetch(`${backend}/api/getCookie/token`, {
    headers: { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
  })
  expect(stranger.status).toBe(403)
})
