import { fetchAlbumTracks } from '@refrain/contract/catalogue/tracks'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { listen } from '../support/browsers/sound-tap.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, keyTo, tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { PURE_TONES } from '../support/data/shared-music.ts'
import {
  albumPlay,
  button,
  link,
  main,
  navigation,
  player,
  slidingPanel,
  timeDisplay,
  title,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let albumPath: string

useVisit({
  oneWindow: true,
  async begin(service) {
    albumPath = `/albums/${(await catalogueOf(service.address).album(PURE_TONES.album))._id}`
  },
  before(journey) {
    page = journey.page
  },
})

const press = (key: string) => page.keyboard.press(key)
const sounding = async () => {
  const { level, frequency } = await listen(page)
  if (level < 0.05) return 0
  return [440, 660].find(hertz => Math.abs(hertz - frequency) < 15) ?? frequency
}
const seconds = async () => Number(/:(\d\d) \//.exec(await timeDisplay(page).innerText())?.[1])

async function playByPointer(): Promise<void> {
  await page.goto(albumPath)
  await albumPlay(page).click()
  await until(sounding).toBe(440)
}

it('plays music by keyboard alone from the address bar, with the focus always visible (ENG-03, LAY-23, PROP-59)', async () => {
  await page.goto('/')
  await title(page).waitFor({ state: 'attached' })
  await press('Tab')
  await until(() => describeFocus(page)).toMatchObject({
    name: 'Skip to content',
    inSight: true,
    marked: true,
  })
  // The navigation opens when it gets the focus.
  await tabTo(page, /^Artists$/)
  await until(() => navigation(page).evaluate(bar => bar.getBoundingClientRect().width)).toBe(200)
  await link(page, 'Skip to content').focus()
  await press('Enter')
  await until(() => describeFocus(page)).toMatchObject({ tag: 'MAIN' })

  await link(main(page), /^Pure Tones/).waitFor()
  await tabTo(page, /^Pure Tones/)
  await press('Enter')
  await until(() => page.title()).toBe('Pure Tones - Album')
  await until(() => describeFocus(page)).toMatchObject({ tag: 'MAIN' })

  await albumPlay(page).waitFor()
  await tabTo(page, /^Play$/)
  await press('Space')
  await until(sounding).toBe(440)
  await press('Space')
  await until(sounding).toBe(0)
  await tabTo(page, /^(Play|Pause) First Tone$/)
  await keyTo(page, 'ArrowDown', /^Play Second Tone$/)
  await press('Enter')
  await until(sounding).toBe(660)
})

it("handles the player's keys anywhere and in the player, and lists them on ? (BAR-02, BAR-06, BAR-07, ENG-08, PROP-61)", async () => {
  await playByPointer()
  await main(page).focus()
  await press('Space')
  await until(sounding).toBe(0)
  await press('Space')
  await until(sounding).toBe(440)
  await press('Shift+ArrowRight')
  await until(sounding).toBe(660)
  await press('Shift+ArrowLeft')
  await until(sounding).toBe(440)

  const mute = button(player(page), 'Mute')
  await press('m')
  await until(() => mute.getAttribute('aria-pressed')).toBe('true')
  await until(async () => (await listen(page)).level).toBeLessThan(0.001)
  await press('m')
  await until(() => mute.getAttribute('aria-pressed')).toBe('false')

  await button(player(page), 'Next').focus()
  const before = await seconds()
  await press('ArrowRight')
  await press('ArrowRight')
  await until(seconds).toBeGreaterThanOrEqual(before + 10)
  const volume = player(page).getByRole('slider', { name: 'Volume' })
  await press('ArrowDown')
  await until(() => volume.getAttribute('aria-valuetext')).toBe('95 %')
  await press('ArrowUp')
  await until(() => volume.getAttribute('aria-valuetext')).toBe('100 %')
  const progress = player(page).getByRole('slider', { name: 'Progress' })
  expect(await progress.getAttribute('aria-valuetext')).toMatch(/^\d+ seconds? of 1 minute$/)

  await albumPlay(page).focus()
  await press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  expect(await keys.innerText()).toMatch(/Play or pause[\s\S]*Mute/)
  await press('Escape')
  await keys.waitFor({ state: 'hidden' })
  await until(() => describeFocus(page)).toMatchObject({ name: 'Pause' })
})

it('opens and closes the small player and the navigation by key and returns the focus (BAR-11, LAY-24, PROP-61)', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/')
  await title(page).waitFor({ state: 'attached' })
  await tabTo(page, /^Open now playing$/)
  await press('Enter')
  await slidingPanel(page).waitFor()
  await until(() => slidingPanel(page).evaluate(panel => panel.contains(document.activeElement))).toBe(true)
  await press('Escape')
  await slidingPanel(page).waitFor({ state: 'hidden' })
  await until(() => describeFocus(page)).toMatchObject({ name: 'Open now playing' })

  await button(page, 'Navigation').focus()
  await press('Enter')
  await navigation(page).waitFor()
  await tabTo(page, /^Albums$/)
  await press('Escape')
  await navigation(page).waitFor({ state: 'hidden' })
  await until(() => describeFocus(page)).toMatchObject({ name: 'Navigation' })
})

it('passes a list of 5,000 rows with one press of Tab, moves in it by key, and filters it on Ctrl+F', async () => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.route(`**${fetchAlbumTracks.path}`, async route => {
    const response = await route.fetch()
    const [first] = (await response.json()) as Record<string, unknown>[]
    const json = Array.from({ length: 5000 }, (_, index) => ({
      ...first,
      _id: `track${index + 1}`,
      title: `Song ${index + 1}`,
      // No file stands behind it that could be fetched in advance.
      available: false,
    }))
    await route.fulfill({ response, json })
  })
  // The page of an album brings its tracks along; from another page, they are fetched.
  await page.goto('/albums')
  await main(page).locator(`a[href="${albumPath}"]`).first().click()
  const list = main(page).getByRole('grid', { name: PURE_TONES.album })
  await until(() => list.getAttribute('aria-rowcount')).toBe('5000')
  await button(main(page), 'Filter').focus()
  await press('Tab')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Play Song 1', inSight: true, marked: true })
  await press('End')
  await until(() => describeFocus(page)).toMatchObject({
    name: 'Play Song 5000',
    inSight: true,
    marked: true,
  })
  await page.keyboard.type('song 4321')
  await until(() => describeFocus(page)).toMatchObject({
    name: 'Play Song 4321',
    inSight: true,
    marked: true,
  })
  expect(await violations(page)).toEqual([])
  // The footer is between the list and the player.
  await press('Tab')
  expect(await list.evaluate(grid => grid.contains(document.activeElement))).toBe(false)
  let presses = 1
  const isInPlayer = () => player(page).evaluate(bar => bar.contains(document.activeElement))
  for (; presses < 30 && !(await isInPlayer()); presses++) await press('Tab')
  expect(await isInPlayer()).toBe(true)

  await press('Control+f')
  await until(() => describeFocus(page)).toMatchObject({ name: `Filter ${PURE_TONES.album}`, inSight: true })
  await page.keyboard.type('song 500')
  await until(() => main(page).getByRole('status').innerText()).toBe('6 of 5,000')
  expect(await violations(page)).toEqual([])
  // From the field to the row it came from; from a row, the focus stays there.
  await press('Escape')
  await until(() => list.getAttribute('aria-rowcount')).toBe('5000')
  await button(main(page), 'Filter').focus()
  await press('Tab')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Play Song 4321', inSight: true })
  await press('Control+f')
  await page.keyboard.type('song 1234')
  await until(() => main(page).getByRole('status').innerText()).toBe('1 of 5,000')
  await press('Escape')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Play Song 4321', inSight: true })
  await press('Control+f')
  await page.keyboard.type('song 1234')
  await until(() => main(page).getByRole('status').innerText()).toBe('1 of 5,000')
  await press('ArrowDown')
  await press('Escape')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Play Song 1234', inSight: true })
})
