import { rmSync } from 'node:fs'
import { freePort } from '@refrain/server/testing/servers/free-port'
import { runNginx } from '@refrain/server/testing/servers/nginx'
import { nginxBelow } from '@refrain/server/testing/servers/prefix-proxies'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import { writeMusic } from '../support/data/music.ts'
import { account, answer, choose, logoutDialog, send } from '../support/pages/account.ts'
import { albumPlay, link, main, title } from '../support/pages/pages.ts'
import { startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Two services below paths of one host: nginx passes the addresses of the first on as they are, of the second without the path. */
const PLACES = [
  { prefix: '/music', passing: 'whole', album: 'Pure Tones', frequency: 440 },
  { prefix: '/radio', passing: 'stripped', album: 'Other Tones', frequency: 660 },
] as const

/** Starts both services behind nginx. @returns the address of the host */
async function startPlaces(): Promise<string> {
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const places: Parameters<typeof nginxBelow>[1][number][] = []
  for (const { prefix, passing, album, frequency } of PLACES) {
    const tracks = [{ title: 'Tone', frequency, seconds: 60 }]
    const music = await writeMusic([
      { artist: 'The Oscillators', album, year: 2021, colour: '#7a2e8c', tracks },
    ])
    onTestFinished(() => rmSync(music, { recursive: true, force: true }))
    const upstream = await freePort()
    const settings = { PORT: String(upstream), PUBLIC_URL: address + prefix, TRUSTED_PROXIES: '127.0.0.1' }
    const service = await startService({ music: [music], settings })
    onTestFinished(() => service.stop())
    await service.waitForOutput(/1 added/)
    places.push({ prefix, passing, upstream })
  }
  const { stop } = await runNginx(port, () => nginxBelow(port, places))
  onTestFinished(stop)
  return address
}

const sounding = async (page: Page) => Math.round((await listen(page)).frequency / 10) * 10

async function playAlbum(page: Page, album: string): Promise<void> {
  await link(main(page), new RegExp(album)).first().click()
  await until(() => title(page).innerText()).toBe(album)
  await albumPlay(page).click()
}

it('two services of one host play, sign in and store apart, each below its path', async () => {
  const address = await startPlaces()
  // The service renders Home in the background.
  const readHome = async () => (await fetch(`${address}/music/`)).text()
  await until(readHome).toMatch(/<a [^>]*class="card"|class="card"[^>]*href/)
  const home = await readHome()
  expect(home).toMatch(/srcset="\/music\/profile_path\//i)
  expect(Array.from(home.matchAll(/(?:="|, )\/(?!music["/])[^",]*/g), ([stray]) => stray)).toEqual([])
  const browser = await startBrowser()
  const { page: music, context, errors } = await visit(browser, address, { serviceWorkers: 'allow' })
  const strays = new Set<string>()
  context.on('request', request => {
    const { origin, pathname } = new URL(request.url())
    if (origin === address && !/^\/(music|radio)(\/|$)/.test(pathname)) strays.add(pathname)
  })
  const radio = await context.newPage()
  radio.on('pageerror', error => errors.push(error.message))

  await music.goto('/music')
  await until(() => new URL(music.url()).pathname).toBe('/music/')
  await playAlbum(music, 'Pure Tones')
  await until(() => sounding(music)).toBe(440)
  await radio.goto('/radio/')
  await playAlbum(radio, 'Other Tones')
  await until(() => sounding(radio)).toBe(660)
  // Within one service, a tab that starts pauses the others.
  expect(await sounding(music)).toBe(440)

  for (const [page, prefix, name] of [
    [music, '/music', 'Ada'],
    [radio, '/radio', 'Grace'],
  ] as const) {
    await page.goto(`${prefix}/signup`)
    await send(page, { Name: name, Email: 'ada@example.org', Password: 'analytical engine' })
    await account(page).waitFor()
    await until(() => new URL(page.url()).pathname).toBe(`${prefix}/`)
    // Installs the service worker.
    await page.mouse.move(200, 200)
    await page.mouse.move(210, 210)
    await until(() => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
      `${address + prefix}/service-worker.js`,
    )
  }
  const reloaded = await music.reload()
  expect(reloaded?.fromServiceWorker()).toBe(true)
  await account(music).waitFor()

  // A link, as it is shared.
  const linked = await context.newPage()
  const shared = await link(main(music), /Pure Tones/)
    .first()
    .getAttribute('href')
  expect(shared).toMatch(/^\/music\/albums\/[\w-]+$/)
  await linked.goto(shared ?? '')
  await until(() => title(linked).innerText()).toBe('Pure Tones')
  await linked.close()

  const names = await music.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await caches.keys()),
  ])
  expect(names.filter(name => !/^\/(music|radio):/.test(name))).toEqual([])
  expect(names).toEqual(expect.arrayContaining(['/music:token', '/radio:token']))
  const cookies = (await context.cookies(['/music/', '/radio/'].map(path => address + path))).map(
    ({ name, path }) => `${name} ${path}`,
  )
  expect(cookies).toEqual(expect.arrayContaining(['music.token /music', 'radio.token /radio']))
  expect(cookies.filter(each => !/^(music|radio)\.\w+ \/\1$/.test(each))).toEqual([])

  await choose(radio, 'Logout')
  await answer(logoutDialog(radio), 'Logout')
  await account(radio).waitFor({ state: 'detached' })
  await until(() =>
    radio.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('/radio:t'))),
  ).toEqual([])
  await music.reload()
  await account(music).waitFor()
  await choose(music, 'Profile')
  await until(() => main(music).innerText()).toContain('Ada')
  expect(Array.from(strays)).toEqual([])
  expect(errors).toEqual([])
  await context.close()
})
