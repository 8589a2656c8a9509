import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { PURE_TONES } from '../support/data/shared-music.ts'
import {
  albumPlay,
  button,
  goWithin,
  link,
  navigation,
  optionsMenu,
  player,
  signInModal,
  slidingPanel,
  title,
  topLinks,
  trackRow,
} from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { sharedService } from '../support/servers/shared-service.ts'
import { until } from '../support/until.ts'

let service: Service
let browser: Browser
let albumPath: string

beforeAll(async () => {
  service = await sharedService()
  browser = await startBrowser()
  albumPath = `/albums/${(await catalogueOf(service.address).album(PURE_TONES.album))._id}`
})
afterAll(async () => {
  await browser?.close()
})

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
  await until(() => page.title()).toBe('Pure Tones - Album')
  await albumPlay(page).click()
  await page.mouse.move(0, 0)
  await until(() => albumPlay(page).getAttribute('aria-busy')).toBe(null)
  await until(() => player(page).innerText()).toContain('First Tone')
}

it('passes axe with menus and dialogs open over a screen, and animates only the bars beside the playing track (PROP-61)', async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto(albumPath)
  await title(page).waitFor()
  await until(() => moving(page)).toEqual([])
  await trackRow(page, 'Second Tone').more.click()
  await optionsMenu(page).waitFor()
  expect(await violations(page), 'menu').toEqual([])
  await page.keyboard.press('Escape')
  await optionsMenu(page).waitFor({ state: 'hidden' })
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await violations(page), 'keys').toEqual([])
  await page.keyboard.press('Escape')
  await trackRow(page, 'Second Tone').like.click()
  await signInModal(page).waitFor()
  await until(() => moving(page)).toEqual([])
  expect(await violations(page), 'sign in').toEqual([])
  await page.keyboard.press('Escape')
  await link(navigation(page), 'Artists').hover()
  await until(() => moving(page)).toEqual([])
  expect(await violations(page, { frame: true }), 'open navigation').toEqual([])

  await page.setViewportSize({ width: 360, height: 800 })
  await button(page, 'Navigation').click()
  await navigation(page).waitFor()
  expect(await violations(page, { frame: true }), 'toggled navigation').toEqual([])
  await button(page, 'Navigation').click()
  await button(page, 'More pages').click()
  await topLinks(page).waitFor()
  expect(await violations(page, { frame: true }), 'links of the top bar').toEqual([])
  await page.keyboard.press('Escape')
  await trackRow(page, 'Second Tone').more.click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  await page.getByRole('menu', { name: 'Share' }).waitFor()
  await until(() => moving(page)).toEqual([])
  expect(await violations(page), 'page of a sheet').toEqual([])
  await button(page, 'Back').click()
  await until(() => violations(page), 'sheet').toEqual([])
  await page.keyboard.press('Escape')
  await optionsMenu(page).waitFor({ state: 'hidden' })
  for (const state of ['idle', 'playing']) {
    if (state === 'playing') {
      await play(page)
      await until(async () => [...new Set(await moving(page))]).toEqual(['bar'])
    }
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
  await link(page, /^Pure Tones/)
    .first()
    .click()
  await until(() => page.title()).toBe('Pure Tones - Album')
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
