import { rmSync } from 'node:fs'
import { createUser, login } from '@refrain/contract/account/sign-in'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { createPlaylist } from '@refrain/contract/library/playlists'
import { screens as known } from '@refrain/server/pages/screens'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { type Look, screenFaults, WIDTHS } from '../support/checks/screen.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { guestScreens } from '../support/data/guest-screens.ts'
import { type ToneAlbum, writeMusic } from '../support/data/music.ts'
import { account } from '../support/pages/account.ts'
import { albumPlay, goWithin, loaders, main, player, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Some 30 screens, each looked at in some 10 windows. */
const WITHIN_MS = 400_000

/** Text that is hard to lay out: very long, without spaces, right to left, without letters. */
const AWKWARD: ToneAlbum = {
  artist: 'Los Extraordinariamente Largos Nombres de la Orquesta Municipal',
  album: `An Album Whose Title Goes On Much Longer Than Anybody Would Have Thought and ${'W'.repeat(40)}`,
  year: 2019,
  colour: '#20744a',
  tracks: [
    'Unbreakable'.repeat(8),
    'أغنية قصيرة عن البحر',
    '夜明けの電車',
    ...Array.from({ length: 9 }, (_, i) => `Long ${i}`),
  ].map(title => ({ title, frequency: 440, seconds: 1 })),
}
/** Covers in colours that make text hard to read: white, yellow, mid-grey. */
const COLOURED: ToneAlbum[] = [
  { artist: 'The Oscillators', album: 'White', year: 2021, colour: '#ffffff', seconds: 20 },
  { artist: 'Les Sinus', album: 'Yellow', year: 2020, colour: '#ffe500', seconds: 1 },
  { artist: 'Les Sinus', album: 'Grey', year: 2019, colour: '#808080', seconds: 1 },
].map(({ seconds, ...album }) => ({
  ...album,
  tracks: ['A Tone That Goes On and On Beyond the Edge of a Phone', 'Short'].map(title => ({
    title,
    frequency: 440,
    seconds,
  })),
}))

/** How screens that are not like the others are looked at. */
const LOOKS: Readonly<Record<string, Look>> = {
  Home: { frame: true, narrow: true, ends: true, widths: WIDTHS },
  [AWKWARD.artist]: { ends: true, widths: WIDTHS },
  Albums: { ends: true, widths: WIDTHS },
  'White - Album': { frame: true, narrow: true },
  [`${AWKWARD.album} - Album`]: { ends: true, widths: WIDTHS },
  Search: { frame: true },
  Login: { narrow: true },
  'Unexpected Application Error!': { ends: true, widths: WIDTHS },
  Library: { frame: true, narrow: true },
  'My Account': { narrow: true },
  People: { narrow: true },
}
/** The same screens in other colours. */
const COLOURS = ['Yellow - Album', 'Grey - Album']
/** The same parts as another screen has, with other records. */
const ALIKE = ['Popular albums', 'Popular artists']
/** What a screen shows once it has its data. */
const CONTENT: Readonly<Record<string, string>> = {
  Administration: 'dd',
  Collection: 'section',
  Jobs: 'section',
  People: '[role="row"]',
  'Service settings': 'input',
  Log: 'li',
}
/** Those that show what plays, or where it came from. */
const SHOWING_WHAT_PLAYS = ['Home', 'The Oscillators', 'White - Album', 'Tones', 'Daily Mix 1', 'Short']

let music: string
let service: Service
let browser: Browser
let screens: Record<string, string>

beforeAll(async () => {
  music = await writeMusic([...COLOURED, AWKWARD])
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/18 added/)
  const catalogue = catalogueOf(service.address)
  const albums = [...COLOURED, AWKWARD].map(({ album }) => album) as [string, ...string[]]
  screens = {
    ...(await guestScreens(catalogue, albums, 'Short')),
    [AWKWARD.artist]: `/artists/${(await catalogue.artist(AWKWARD.artist))._id}`,
  }
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

/** Opens a window with a service worker. @returns what its content security policy has refused, too */
async function openWindow() {
  const visitor = await visit(browser, service.address, { serviceWorkers: 'allow', deviceScaleFactor: 1 })
  const { page, context } = visitor
  const refused: string[] = []
  await context.exposeFunction('reportViolation', (what: string) => refused.push(what))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const { reportViolation } = window as unknown as { reportViolation(what: string): void }
      reportViolation(`${location.pathname}: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`)
    })
  })
  const session = await context.newCDPSession(page)
  const finger = async (enabled: boolean) => {
    await session.send('Emulation.setTouchEmulationEnabled', { enabled })
  }
  return { ...visitor, refused, finger }
}

/** Opens a screen without a reload, so that playback continues. */
async function open(page: Page, name: string, path: string): Promise<void> {
  await goWithin(page, path)
  await until(() => page.title()).toBe(name)
  await title(page).waitFor({ state: 'attached' })
  await until(() => loaders(page).count(), `${name} loads`).toBe(0)
  // Parts that arrive late move what is below them.
  await main(page)
    .locator(CONTENT[name] ?? 'a, button, summary, input')
    .first()
    .waitFor()
}

/** @returns what is wrong, by screen and check */
async function walk(
  { page, finger }: Awaited<ReturnType<typeof openWindow>>,
  walked: Readonly<Record<string, string>>,
): Promise<string[]> {
  const faults: string[] = []
  for (const [name, path] of Object.entries(walked)) {
    await open(page, name, path)
    if (ALIKE.includes(name)) continue
    const found = COLOURS.includes(name)
      ? await violations(page)
      : await screenFaults(page, finger, LOOKS[name] ?? {})
    faults.push(...found.map(fault => `${name}, ${fault}`))
  }
  return faults
}

const isPolicy = (error: string) => /policy|trusted/i.test(error)

it('shows guests every screen in any window, with large text, to axe and to a finger, within the content security policy (LAY-05, PROP-66)', {
  timeout: WITHIN_MS,
}, async () => {
  const visitor = await openWindow()
  const { page, context, errors, refused } = visitor
  await page.goto('/')
  // A moving pointer installs the service worker.
  await page.mouse.move(600, 400)
  await page.mouse.move(620, 400)
  const faults = await walk(visitor, screens)

  await open(page, 'White - Album', screens['White - Album'] ?? '')
  await albumPlay(page).click()
  await page.mouse.move(0, 0)
  await until(() => albumPlay(page).getAttribute('aria-busy')).toBe(null)
  await until(() => player(page).innerText()).toContain('A Tone That Goes On')
  for (const name of SHOWING_WHAT_PLAYS) {
    await open(page, name, screens[name] ?? '')
    const found = await violations(page, { frame: name === 'White - Album' })
    faults.push(...found.map(fault => `${name}, playing: ${fault}`))
  }
  expect([faults, refused, errors.filter(isPolicy)]).toEqual([[], [], []])
  await context.close()
})

it('shows members and administrators every screen in any window, with large text, to axe and to a finger, within the content security policy (PROP-66)', {
  timeout: WITHIN_MS,
}, async () => {
  const visitor = await openWindow()
  const { page, context, errors, refused } = visitor
  const ada = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
  const { authtoken } = await (await page.request.post(createUser.path, { data: ada })).json()
  await page.request.post(login.path, { data: ada })
  expect((await service.run('admin', [ada.email])).status).toBe(0)
  await page.goto('/')
  await account(page).waitFor()
  await page.mouse.move(600, 400)
  await page.mouse.move(620, 400)
  await page.waitForFunction(() => localStorage.getItem('userId'))
  const userId = await page.evaluate(() => localStorage.getItem('userId'))
  const library = `/${userId}/library`
  const faults = await walk(visitor, { Library: library })

  const headers = { 'auth-token': authtoken }
  const { _id: trackId } = await catalogueOf(service.address).track('Short')
  await page.request.post(appendLikedSongs.path, { headers, data: { trackId } })
  const { _id: playlistId } = await (await page.request.get(createPlaylist.path, { headers })).json()
  const own: Record<string, string> = {
    'My Playlist #1': `/userplaylists/${playlistId}`,
    Library: library,
    'Liked Songs': `${library}/likedSongs`,
    'My Account': `/user/${userId}`,
    Administration: '/admin',
    Collection: '/admin/collection',
    Jobs: '/admin/jobs',
    People: '/admin/people',
    'Service settings': '/admin/settings',
    Log: '/admin/log',
  }
  faults.push(...(await walk(visitor, own)))
  expect([faults, refused, errors.filter(isPolicy)]).toEqual([[], [], []])

  // No screen is left out.
  const walked = Object.values({ ...screens, ...own })
  const isWalked = (pattern: string) =>
    walked.some(path => new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`, 'i').test(path))
  const left = known.filter(({ pattern, isSetUp }) => !isSetUp && !isWalked(pattern))
  expect(left.map(({ pattern }) => pattern)).toEqual([])
  await context.close()
})
