import { readFileSync } from 'node:fs'
import { createPlaylist } from '@refrain/contract/library/playlists'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import type { WireAlbum } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { type Member, signUpAda } from '../support/data/members.ts'
import { SECOND_SIGNS } from '../support/data/shared-music.ts'
import { account } from '../support/pages/account.ts'
import { boxOf, button, goWithin, main, optionsMenu, title, trackRow } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let album: WireAlbum
let ada: Member

useVisit({
  oneWindow: true,
  async begin(service) {
    album = await catalogueOf(service.address).album(SECOND_SIGNS.album)
  },
  async before(journey) {
    ;({ page } = journey)
    ada = await signUpAda(page.request)
  },
})

const entry = (name: string) => page.getByRole('menuitem', { name, exact: true })
const sub = (name: string) => page.getByRole('menu', { name, exact: true })
const closed = () => optionsMenu(page).waitFor({ state: 'hidden' })
const focused = async () => (await describeFocus(page)).name
const rows = () => main(page).locator('.track-title').allTextContents()

/** Makes `My Playlist #1` and so on. @returns their paths */
async function makePlaylists(count: number): Promise<string[]> {
  const paths: string[] = []
  while (paths.length < count) {
    const made = await page.request.get(createPlaylist.path, { headers: { 'auth-token': ada.token } })
    paths.push(`/userplaylists/${(await made.json())._id}`)
  }
  return paths
}

async function openAlbum(): Promise<void> {
  await page.goto(`/albums/${album._id}`)
  await account(page).waitFor()
  await trackRow(page, 'High Tone').row.waitFor()
}

it("adds an album's missing tracks to a playlist by keyboard alone, with the menu inside the window (PROP-19, ALB-14, ROW-16)", async () => {
  const [path = ''] = await makePlaylists(1)
  await openAlbum()
  await page.setViewportSize({ width: 360, height: 740 })
  // The wide layout is gone, so its elements cannot have the focus.
  await button(page, 'Navigation').waitFor()
  await tabTo(page, /^More options$/)
  await page.keyboard.press('Enter')
  await until(focused).toBe('Go to artist')
  // By its first letters, because `Add to queue` begins the same.
  await entry('Add to playlist').waitFor()
  await page.keyboard.press('ArrowDown')
  await until(focused).toBe('Add to queue')
  await page.keyboard.press('ArrowDown')
  await until(focused).toBe('Add to playlist')
  await page.keyboard.press('ArrowRight')
  await until(focused).toBe('New playlist')
  const below = async () => {
    const { y, height } = await boxOf(sub('Add to playlist'))
    return y + height
  }
  await until(below).toBeLessThanOrEqual(740)
  const { x, y, width } = await boxOf(sub('Add to playlist'))
  expect(Math.min(x, y)).toBeGreaterThanOrEqual(0)
  expect(x + width).toBeLessThanOrEqual(360)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await until(focused).toBe('My Playlist #1')
  await page.keyboard.press('Enter')
  await closed()
  await until(focused).toBe('More options')
  await goWithin(page, path)
  await until(() => title(page).innerText()).toBe('My Playlist #1')
  await until(rows).toEqual(['Low - Tone', 'Øre & <Tone>', 'High Tone'])
})

async function openLibrary(): Promise<void> {
  await page.getByRole('link', { name: 'Library' }).first().click()
  await until(() => title(page).innerText()).toBe('Library')
  // The hovered navigation expands and covers the page.
  await page.mouse.move(900, 500)
  await button(main(page), 'Import playlist').waitFor()
}

/** Chooses a file through the button and the system's file dialog. */
async function importFile(name: string, buffer: Buffer, byKey = false): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  if (byKey) {
    await button(main(page), 'Import playlist').focus()
    await page.keyboard.press('Enter')
  } else await button(main(page), 'Import playlist').click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
}

it('imports a playlist file, exports it in each format, imports all of its tracks again, and reports tracks it did not find', async () => {
  await page.goto('/me/library')
  await button(main(page), 'Import playlist').waitFor()
  const lines = ['#EXTM3U', '#PLAYLIST:Round trip', '#EXTINF:60,Les Sinus - High Tone', 'a.mp3']
  lines.push('#EXTINF:1,Les Sinus - Low - Tone', 'b.mp3', 'Music/Les Sinus/Second Signs/02 Øre & <Tone>.mp3')
  await importFile('x.m3u8', Buffer.from(lines.join('\r\n')))
  await until(() => title(page).innerText()).toBe('Round trip')
  const order = ['High Tone', 'Low - Tone', 'Øre & <Tone>']
  await until(rows).toEqual(order)

  for (const kind of ['M3U8', 'XSPF', 'JSPF']) {
    await button(main(page), 'More options').first().click()
    await page.getByRole('menuitem', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: kind }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe(`Round trip.${kind.toLowerCase()}`)
    // With links that do not resolve, tracks are matched by name alone.
    const written = readFileSync(await file.path(), 'utf8').replaceAll('/track/', '/elsewhere/')
    await openLibrary()
    await importFile(file.suggestedFilename(), Buffer.from(written), true)
    await until(() => title(page).innerText(), kind).toBe('Round trip')
    await until(rows, kind).toEqual(order)
  }

  await openLibrary()
  await importFile(
    'Sunday.m3u',
    Buffer.from('High Tone.mp3\nLes Sinus - High Tone.mp3\nNobody - Nothing.mp3'),
  )
  const dialog = page.getByRole('dialog', { name: 'Sunday' })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('2 of 3 songs found.')
  expect(await dialog.innerText()).toContain('Nobody - Nothing')
  await until(() => dialog.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
  expect(await violations(page)).toEqual([])
  await button(dialog, 'Create Playlist').click()
  await until(rows).toEqual(['High Tone', 'High Tone'])
})
