import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { describeFocus, keyTo, tabTo, untilArrived } from '../support/checks/focus.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { WAVES } from '../support/data/shared-music.ts'
import { boxOf, button, main, optionsMenu, title, trackRow } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let service: Service
let album: WireAlbum

useVisit({
  oneWindow: true,
  exact: true,
  async begin(service) {
    album = await catalogueOf(service.address).album(WAVES.album)
  },
  async before(journey) {
    ;({ page, service } = journey)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/albums/${album._id}`)
    await trackRow(page, 'Wave 12').row.waitFor()
  },
})

const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
const subMenu = () => page.getByRole('menu', { name: 'Share' })
const clipboard = () => page.evaluate(() => navigator.clipboard.readText())
const press = (key: string) => page.keyboard.press(key)

/** Waits for the final position, which depends on the available height. */
async function expectInWindow(menu: ReturnType<typeof optionsMenu>): Promise<void> {
  const beyond = async () => {
    const { x, y, width, height } = await boxOf(menu)
    const window = await page.evaluate(() => ({ width: innerWidth, height: innerHeight }))
    return Math.max(-x, -y, x + width - window.width, y + height - window.height)
  }
  await until(beyond, 'pixels beyond the window').toBeLessThanOrEqual(0)
}

it('opens on a right click and from the three dots, one menu at a time, in its size and inside a window of any size (ROW-08, ROW-09, ROW-16, ROW-22, ROW-23, CON-15, READ-34)', async () => {
  await trackRow(page, 'Wave 02').row.click({ button: 'right', position: { x: 200, y: 20 } })
  await optionsMenu(page).waitFor()
  const row = await boxOf(trackRow(page, 'Wave 02').row)
  await until(async () => Math.round((await boxOf(optionsMenu(page))).x - row.x)).toBe(200)
  // Another row, while the first menu is open.
  await trackRow(page, 'Wave 01').row.click({ button: 'right', position: { x: 250, y: 20 } })
  await until(async () => Math.round((await boxOf(optionsMenu(page))).x - row.x)).toBe(250)
  expect(await page.getByRole('menu').count()).toBe(1)
  await press('Escape')
  await optionsMenu(page).waitFor({ state: 'hidden' })
  for (const [width, wide] of [
    [768, true],
    [767, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await trackRow(page, 'Wave 01').more.click()
    await until(() => optionsMenu(page).innerText()).toMatch(
      /Go to artist\s+Go to album\s+Add to queue\s+Share/,
    )
    await entry('Share').hover()
    await subMenu().waitFor()
    expect((await boxOf(optionsMenu(page))).width === 256, `${width} px`).toBe(wide)
    expect((await boxOf(subMenu())).width).toBe(192)
    await press('Escape')
    await optionsMenu(page).waitFor({ state: 'hidden' })
  }
  for (const [width, height] of [
    [1280, 800],
    [640, 600],
    [360, 740],
  ] as const) {
    await page.setViewportSize({ width, height })
    const rows = main(page).getByRole('row')
    await rows.last().scrollIntoViewIfNeeded()
    const { width: length } = await boxOf(rows.nth(8))
    for (const [row, x] of [
      [rows.nth(8), 70],
      [rows.nth(11), length - 60],
    ] as const) {
      await row.click({ button: 'right', position: { x, y: 28 } })
      await optionsMenu(page).waitFor()
      await expectInWindow(optionsMenu(page))
      await entry('Share').click()
      await subMenu().waitFor()
      await expectInWindow(subMenu())
      await press('Escape')
      if (width === 360) {
        // A page of the sheet, which is left first.
        await subMenu().waitFor({ state: 'hidden' })
        await press('Escape')
      }
      await optionsMenu(page).waitFor({ state: 'hidden' })
    }
  }
})

it('copies links and leads to the artist and to the album (ROW-10, ROW-11)', async () => {
  const track = await catalogueOf(service.address).track('Wave 05')
  await trackRow(page, 'Wave 05').more.click()
  await entry('Share').hover()
  await entry('Copy song link').click()
  await until(clipboard).toBe(`${service.address}/track/${track._id}`)
  await optionsMenu(page).waitFor({ state: 'hidden' })
  await button(main(page), 'More options').first().click()
  // It is shown only briefly, so check every frame.
  const copied = page.waitForFunction(() =>
    Array.from(document.querySelectorAll('[role="menuitem"]'), item => item.textContent).includes('Copied'),
  )
  await Promise.all([copied, entry('Copy link').click()])
  await until(clipboard).toBe(`${service.address}/albums/${album._id}`)
  await optionsMenu(page).waitFor({ state: 'hidden' })

  await trackRow(page, 'Wave 04').more.click()
  await entry('Go to artist').click()
  await until(() => new URL(page.url()).pathname).toBe(`/artists/${album.artist}`)
  // By then the previous page's row of the same track is gone.
  await untilArrived(page)
  await trackRow(page, 'Wave 04').more.click()
  await entry('Go to album').click()
  await until(() => new URL(page.url()).pathname).toBe(`/albums/${album._id}`)
  await until(() => title(page).innerText()).toBe(WAVES.album)
})

it('opens by key on anything in a row, moves through menu and sub-menu, and returns the focus (ROW-08, ROW-09, PROP-59, PROP-60)', async () => {
  await tabTo(page, /^Play Wave 01$/)
  await keyTo(page, 'ArrowRight', /^More options Wave 01$/)
  await press('Enter')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Go to artist' })
  await press('s')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Share' })
  await press('ArrowRight')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Copy song link' })
  await press('ArrowLeft')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Share' })
  await press('Enter')
  await until(() => describeFocus(page)).toMatchObject({ name: 'Copy song link' })
  await press('ArrowDown')
  // The menu moves the focus asynchronously.
  await until(() => describeFocus(page)).toMatchObject({ name: 'Copy album link' })
  await press('Enter')
  await until(clipboard).toBe(`${service.address}/albums/${album._id}`)
  await optionsMenu(page).waitFor({ state: 'hidden' })
  await until(() => describeFocus(page)).toMatchObject({ name: 'More options Wave 01' })

  for (const [key, arrow, stop] of [
    ['Shift+F10', 'ArrowDown', /^More options Wave 02$/],
    ['ContextMenu', 'Home', /^Play Wave 02$/],
  ] as const) {
    await keyTo(page, arrow, stop)
    const focused = (await describeFocus(page)).name
    await press(key)
    await until(() => describeFocus(page)).toMatchObject({ name: 'Go to artist' })
    await press('Escape')
    await optionsMenu(page).waitFor({ state: 'hidden' })
    await until(() => describeFocus(page)).toMatchObject({ name: focused })
  }
})
