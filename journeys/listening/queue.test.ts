import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, keyTo, tabTo } from '../support/checks/focus.ts'
import { untilLargeTextFits } from '../support/checks/large-text.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { NAMES, PURE_TONES, WAVES } from '../support/data/shared-music.ts'
import {
  albumPlay,
  boxOf,
  button,
  main,
  player,
  queue,
  rightPanel,
  sideways,
  slidingPanel,
  title,
  trackRow,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let paths: Readonly<Record<'tones' | 'waves' | 'names', string>>
let page: Page

useVisit({
  oneWindow: true,
  async begin(service) {
    const catalogue = catalogueOf(service.address)
    const pathTo = async ({ album }: ToneAlbum) => `/albums/${(await catalogue.album(album))._id}`
    paths = { tones: await pathTo(PURE_TONES), waves: await pathTo(WAVES), names: await pathTo(NAMES) }
  },
  before(journey) {
    page = journey.page
  },
})

const ALBUM = 'From Pure Tones:'
const OWN = 'Your Tracks'
const press = (key: string) => page.keyboard.press(key)
const focus = () => describeFocus(page)

const style = (part: 'maxHeight' | 'transitionDuration' | 'transitionProperty') =>
  queue(page).panel.evaluate((panel, name) => getComputedStyle(panel)[name], part)
/** Seconds the panel's next transition of a property takes. */
const transitionOf = (page: Page, property: string) =>
  queue(page).panel.evaluate(
    (panel, name) =>
      new Promise<number>(resolve =>
        panel.addEventListener('transitionend', event => {
          const { target, propertyName, elapsedTime } = event as TransitionEvent
          if (target === panel && propertyName === name) resolve(elapsedTime)
        }),
      ),
    property,
  )
const height = async () => Math.round((await boxOf(queue(page).panel)).height)

it('opens the queue at most 300 px high within 0.5 s at the playing row, plays its rows and closes it (NOW-06, NOW-07, NOW-16, NOW-17, CON-13, ROW-18)', async () => {
  await page.goto(paths.waves)
  await trackRow(page, 'Wave 25').play.click()
  await until(() => player(page).innerText()).toContain('Wave 25')
  expect(await height()).toBe(0)
  const opened = transitionOf(page, 'max-height')
  await queue(page).open.click()
  expect(await opened).toBe(0.5)
  expect(await style('maxHeight')).toBe('300px')
  expect((await style('transitionDuration')).split(', ')[0]).toBe('0.5s')
  expect((await style('transitionProperty')).split(', ')[0]).toBe('max-height')
  await until(height).toBe(300)
  const row = await boxOf(queue(page).row('Wave 25'))
  const panel = await boxOf(queue(page).panel)
  expect(row.y).toBeGreaterThan(panel.y)
  expect(row.y + row.height).toBeLessThan(panel.y + panel.height)

  await queue(page).play('Wave 26').click()
  await until(() => player(page).innerText()).toContain('Wave 26')
  const ground = (trackTitle: string) =>
    queue(page)
      .row(trackTitle)
      .locator('.queue-row')
      .evaluate(row => getComputedStyle(row).backgroundColor)
  expect(await ground('Wave 26')).toMatch(/^\w+\(0,? 0,? 0\)$/)
  expect(await ground('Wave 25')).not.toBe(await ground('Wave 26'))
  await queue(page).close.click()
  await until(height).toBe(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect((await style('transitionDuration')).split(', ')[0]).toBe('0s')
})

it('adds to the queue, opens, plays and empties it by keyboard alone, and passes axe in each state (NOW-06, NOW-09, NOW-12, PROP-59)', async () => {
  await page.goto(paths.tones)
  await albumPlay(page).waitFor()
  await tabTo(page, /^Play First Tone$/)
  await keyTo(page, 'ArrowDown', /^Play Second Tone$/)
  await keyTo(page, 'ArrowRight', /^More options Second Tone$/)
  await press('Enter')
  await until(focus).toMatchObject({ name: 'Go to artist' })
  for (const name of ['Go to album', 'Add to queue']) {
    await press('ArrowDown')
    await until(focus).toMatchObject({ name })
  }
  await press('Enter')
  await until(focus).toMatchObject({ name: 'More options Second Tone' })
  await main(page).focus()
  await tabTo(page, /^Play$/)
  await press('Enter')
  await until(() => player(page).innerText()).toContain('First Tone')

  await press('q')
  await until(focus).toMatchObject({ name: 'Pause First Tone', inSight: true })
  expect(await violations(page, { within: 'aside' }), 'album').toEqual([])
  await press('ArrowDown')
  await until(focus).toMatchObject({ name: 'Play Second Tone', inSight: true, marked: true })
  await press('Enter')
  await until(() => player(page).innerText()).toContain('Second Tone')
  await press('Shift+Tab')
  await until(focus).toMatchObject({ name: `Shuffle ${ALBUM}`, marked: true })
  await press('Space')
  expect(await queue(page).list(ALBUM).shuffle.getAttribute('aria-pressed')).toBe('true')
  await press('s')
  await until(() => queue(page).list(ALBUM).shuffle.getAttribute('aria-pressed')).toBe('false')
  await tabTo(page, new RegExp(`^${OWN}$`))
  await press('Enter')
  await until(() => queue(page).list(OWN).title.getAttribute('aria-expanded')).toBe('true')
  expect(await violations(page, { within: 'aside' }), 'own tracks').toEqual([])
  await tabTo(page, /^(Play|Pause) Second Tone$/)
  for (const name of ['More options Second Tone', `Remove from ${OWN} Second Tone`]) {
    await press('ArrowRight')
    await until(focus).toMatchObject({ name, marked: true })
  }
  await press('Enter')
  await until(focus).toMatchObject({ name: OWN })
  expect(await violations(page, { within: 'aside' }), 'empty').toEqual([])
  await press('Escape')
  await until(focus).toMatchObject({ name: 'Open queue' })
  await until(height).toBe(0)
  // Its code is loaded now, so it renders as it opens.
  await press('q')
  await until(focus).toMatchObject({ name: ALBUM, inSight: true })

  await button(player(page), 'Playback').click()
  const menu = page.getByRole('menu', { name: 'Playback' })
  await menu.waitFor()
  expect(await violations(page), 'playback').toEqual([])
  await menu.getByRole('menuitem', { name: /^Sleep timer/ }).press('ArrowRight')
  await page.getByRole('menuitemradio', { name: 'End of track' }).waitFor()
  expect(await violations(page), 'sleep timer').toEqual([])
})

it('keeps its size with titles of any length and script, beside the page and in the sheet of small screens (BAR-11, NOW-06, NOW-11)', async () => {
  await page.goto(paths.names)
  await albumPlay(page).click()
  await until(() => albumPlay(page).getAttribute('aria-label')).toBe('Pause')
  await page.mouse.move(0, 0)
  await queue(page).open.click()
  await queue(page).row('夜の海').waitFor()
  for (const width of [1920, 768, 551]) {
    await page.setViewportSize({ width, height: 800 })
    await until(() => style('maxHeight')).toBe('300px')
    await until(
      () => rightPanel(page).evaluate(panel => panel.scrollWidth - panel.clientWidth),
      `panel at ${width} px`,
    ).toBe(0)
    expect(await sideways(page), `${width} px`).toBe(0)
    const rows = await queue(page)
      .panel.getByRole('row')
      .evaluateAll(items => items.map(item => item.getBoundingClientRect().height))
    expect(new Set(rows).size, `heights at ${width} px`).toBe(1)
  }
  await untilLargeTextFits(page, 'queue', [1280])
  await queue(page).close.click()
  await until(height).toBe(0)

  for (const [width, high] of [
    [360, 740],
    [320, 256],
  ] as const) {
    await page.setViewportSize({ width, height: high })
    await rightPanel(page).waitFor({ state: 'hidden' })
    await press('q')
    await slidingPanel(page).waitFor()
    await until(() => style('maxHeight')).toBe('300px')
    await until(focus).toMatchObject({ name: 'Pause Short', inSight: true })
    if (width === 360) expect(await violations(page)).toEqual([])
    expect(await slidingPanel(page).evaluate(sheet => sheet.scrollWidth - sheet.clientWidth)).toBe(0)
    // Escape closes the queue first, then the sheet.
    await press('Escape')
    await until(focus).toMatchObject({ name: 'Open queue' })
    await press('Escape')
    await slidingPanel(page).waitFor({ state: 'hidden' })
  }
})

it('saves the playback settings', async () => {
  await page.goto('/settings')
  await until(() => page.title()).toBe('Settings')
  await title(page).waitFor()
  await page.getByRole('slider', { name: 'Crossfade' }).press('ArrowRight')
  await page.getByRole('radio', { name: /^By album/ }).press('Space')
  await page.reload()
  const crossfade = page.getByRole('slider', { name: 'Crossfade' })
  await until(() => crossfade.getAttribute('aria-valuetext')).toBe('1 second')
  expect(await page.getByRole('radio', { name: /^By album/ }).isChecked()).toBe(true)
})
