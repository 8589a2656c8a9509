import { rmSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { untilLargeTextFits } from '../support/checks/large-text.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { guestScreens } from '../support/data/guest-screens.ts'
import { type ToneAlbum, writeMusic } from '../support/data/music.ts'
import {
  albumPlay,
  button,
  goWithin,
  link,
  loaders,
  navigation,
  optionsMenu,
  player,
  signInModal,
  slidingPanel,
  title,
  topLinks,
  trackRow,
} from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Covers in colours that make text hard to read: white, yellow, mid-grey. */
const ALBUMS: ToneAlbum[] = [
  { artist: 'The Oscillators', album: 'White', year: 2021, colour: '#ffffff', seconds: 20 },
  { artist: 'Les Sinus', album: 'Yellow', year: 2020, colour: '#ffe500', seconds: 1 },
  { artist: 'Les Sinus', album: 'Grey', year: 2019, colour: '#808080', seconds: 1 },
].map(({ seconds, ...album }) => ({
  ...album,
  tracks: [1, 2].map(part => ({ title: `Part ${part}`, frequency: 440, seconds })),
}))

let music: string
let service: Service
let browser: Browser
let screens: Record<string, string>
let albumPath: string

beforeAll(async () => {
  music = await writeMusic(ALBUMS)
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/6 added/)
  screens = await guestScreens(catalogueOf(service.address), ['White', 'Yellow', 'Grey'], 'Part 1')
  albumPath = screens['White - Album'] ?? ''
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

/** Those that show what plays, or where it came from. */
const SHOWING_WHAT_PLAYS = ['Home', 'The Oscillators', 'White - Album', 'Tones', 'Daily Mix 1', 'Part 1']

/** Opens screens without a reload, so that playback continues, and checks each when it has settled. */
async function checkScreens(page: Page, names: readonly string[], state: string): Promise<void> {
  for (const name of names) {
    await goWithin(page, screens[name] ?? '')
    await until(() => page.title()).toBe(name)
    await title(page).waitFor({ state: 'attached' })
    await until(() => loaders(page).count()).toBe(0)
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await until(() => moving(page)).not.toContain('opacity')
      expect(await violations(page), `${name}, ${state}, ${width} px`).toEqual([])
    }
    await untilLargeTextFits(page, `${name}, ${state}`)
  }
}

/** Running animations and transitions, by animation name or property. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .filter(animation => animation.playState === 'running')
      .map(animation =>
        animation instanceof CSSAnimation
          ? animation.animationName
          : animation instanceof CSSTransition
            ? animation.transitionProperty
            : 'unnamed',
      ),
  )
}

async function play(page: Page): Promise<void> {
  await goWithin(page, albumPath)
  await until(() => page.title()).toBe('White - Album')
  await albumPlay(page).click()
  await page.mouse.move(0, 0)
  await until(() => albumPlay(page).getAttribute('aria-busy')).toBe(null)
  await until(() => player(page).innerText()).toContain('Part 1')
}

it('passes axe on every screen and cuts no large text, idle or playing, and animates only the bars beside the playing track', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto('/')
  await title(page).waitFor({ state: 'attached' })
  await until(() => moving(page)).toEqual([])
  await checkScreens(page, Object.keys(screens), 'idle')
  await play(page)
  await until(async () => [...new Set(await moving(page))]).toEqual(['bar'])
  await checkScreens(page, SHOWING_WHAT_PLAYS, 'playing')
  await goWithin(page, albumPath)
  await until(() => page.title()).toBe('White - Album')
  await albumPlay(page).click()
  await page.mouse.move(0, 0)
  await until(() => moving(page)).toEqual([])
  await context.close()
})

it('passes axe with menus and dialogs open over a screen (PROP-61)', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto(albumPath)
  await trackRow(page, 'Part 2').more.click()
  await optionsMenu(page).waitFor()
  expect(await violations(page), 'menu').toEqual([])
  await page.keyboard.press('Escape')
  await optionsMenu(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await violations(page), 'keys').toEqual([])
  await page.keyboard.press('Escape')
  await trackRow(page, 'Part 2').like.click()
  await signInModal(page).waitFor()
  await until(() => moving(page)).toEqual([])
  expect(await violations(page), 'sign in').toEqual([])
  await page.keyboard.press('Escape')
  await link(navigation(page), 'Artists').hover()
  await until(() => moving(page)).toEqual([])
  expect(await violations(page), 'open navigation').toEqual([])

  await page.setViewportSize({ width: 360, height: 800 })
  await button(page, 'Navigation').click()
  await navigation(page).waitFor()
  expect(await violations(page), 'toggled navigation').toEqual([])
  await button(page, 'Navigation').click()
  await button(page, 'More pages').click()
  await topLinks(page).waitFor()
  expect(await violations(page), 'links of the top bar').toEqual([])
  await page.keyboard.press('Escape')
  await trackRow(page, 'Part 2').more.click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await page.getByRole('menu', { name: 'Share' }).waitFor()
  await until(() => moving(page)).toEqual([])
  expect(await violations(page), 'page of a sheet').toEqual([])
  await button(page, 'Back').click()
  await until(() => violations(page), 'sheet').toEqual([])
  await page.keyboard.press('Escape')
  await optionsMenu(page).waitFor({ state: 'hidden' })
  for (const state of ['idle', 'playing']) {
    if (state === 'playing') await play(page)
    await button(player(page), 'Open now playing').click()
    await slidingPanel(page).waitFor()
    await until(() => moving(page)).not.toContain('transform')
    expect(await violations(page), `panel, ${state}`).toEqual([])
    await button(slidingPanel(page), 'Close now playing').click()
    await slidingPanel(page).waitFor({ state: 'hidden' })
  }
  await context.close()
})

it('animates nothing with reduced motion', async () => {
  const { page, context } = await visit(browser, service.address, {
    reducedMotion: 'reduce',
    viewport: { width: 360, height: 800 },
  })
  await page.goto('/')
  await recordMotion(page)
  await play(page)
  await button(player(page), 'Open now playing').click()
  await until(async () => (await slidingPanel(page).boundingBox())?.y).toBe(0)
  await button(slidingPanel(page), 'Close now playing').click()
  await slidingPanel(page).waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 1280, height: 800 })
  await link(navigation(page), 'Explore').click()
  await until(() => page.title()).toBe('Home')
  await link(page, /^White/)
    .first()
    .click()
  await until(() => page.title()).toBe('White - Album')
  expect(await page.evaluate(() => window.motionSeen)).toEqual([])
  await context.close()
})

declare global {
  interface Window {
    motionSeen: string[]
  }
}

/** Records every animation and transition that starts from now on. */
async function recordMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.motionSeen = []
    for (const kind of ['animationstart', 'transitionrun'] as const)
      document.addEventListener(
        kind,
        event => {
          window.motionSeen.push(
            event instanceof AnimationEvent ? event.animationName : (event as TransitionEvent).propertyName,
          )
        },
        true,
      )
  })
}
