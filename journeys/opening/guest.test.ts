import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeFocus } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { PURE_TONES } from '../support/data/shared-music.ts'
import {
  albumPlay,
  button,
  goWithin,
  link,
  main,
  navigation,
  player,
  rightPanel,
  signInModal,
  slidingPanel,
  title,
  trackRow,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let albumPath: string
let artistPath: string

useVisit({
  oneWindow: true,
  async begin(service) {
    const album = await catalogueOf(service.address).album(PURE_TONES.album)
    albumPath = `/albums/${album._id}`
    artistPath = `/artists/${album.artist}`
  },
  before(journey) {
    page = journey.page
  },
})

it("redirects guests from members' pages, and from Follow on the page of an artist (ROUTE-12, LAY-20, READ-15, READ-60, PROP-35, ART-01, ROLE-02, ROLE-03)", async () => {
  for (const [path, goal] of [
    ['/user/abc', '/login'],
    ['/userplaylists/abc', '/'],
  ] as const) {
    await page.goto(path)
    await until(() => new URL(page.url()).pathname, path).toBe(goal)
    await title(page).waitFor({ state: 'attached' })
  }
  await link(navigation(page), 'Library').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
  await page.mouse.move(1000, 400)
  await goWithin(page, artistPath)
  const follow = button(main(page), 'Follow')
  expect(await follow.evaluate(each => getComputedStyle(each).cursor)).toBe('not-allowed')
  await follow.focus()
  await page.keyboard.press('Enter')
  await until(() => new URL(page.url()).pathname).toBe('/login')
})

it('asks a guest who likes a track to log in, by keyboard alone (LAY-27 to LAY-30, READ-16, PROP-17, PROP-61)', async () => {
  await page.goto(albumPath)
  const { like } = trackRow(page, 'Second Tone')
  await like.focus()
  await page.keyboard.press('Enter')
  await signInModal(page).waitFor()
  expect(await signInModal(page).innerText()).toContain('To access this feature, please log in or sign up.')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Login' })
  const inside = () => signInModal(page).evaluate(modal => modal.contains(document.activeElement))
  await page.keyboard.press('Tab')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Signup' })
  for (const key of ['Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key)
    // Between the last and the first control the focus may be in the browser, never on the page behind.
    expect((await inside()) || (await describeFocus(page)).tag === 'BODY').toBe(true)
  }
  await page.keyboard.press('Escape')
  await signInModal(page).waitFor({ state: 'hidden' })
  await until(() => describeFocus(page)).toMatchObject({ name: 'Add to Liked Songs Second Tone' })

  await page.keyboard.press('Space')
  await signInModal(page).waitFor()
  await page.mouse.click(20, 400)
  await signInModal(page).waitFor({ state: 'hidden' })
  await until(() => describeFocus(page)).toMatchObject({ name: 'Add to Liked Songs Second Tone' })

  await page.keyboard.press('Enter')
  await link(signInModal(page), 'Signup').click()
  await until(() => new URL(page.url()).pathname).toBe('/signup')
  expect(await signInModal(page).count()).toBe(0)
})

it('leads from the now-playing panel to the login, also on small screens (NOW-03, NOW-04, FOL-04, FOL-05)', async () => {
  await page.goto(albumPath)
  await albumPlay(page).click()
  await button(rightPanel(page), 'Follow').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')

  await page.setViewportSize({ width: 360, height: 740 })
  await page.goBack()
  // The panel closes with its screen, so wait for the new one.
  await albumPlay(page).waitFor()
  await button(player(page), 'Open now playing').click()
  await button(slidingPanel(page), 'Add to Liked Songs').click()
  await link(signInModal(page), 'Login').click()
  await until(() => new URL(page.url()).pathname).toBe('/login')
  await slidingPanel(page).waitFor({ state: 'hidden' })
  await title(page).waitFor()
})
