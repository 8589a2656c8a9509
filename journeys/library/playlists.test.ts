import { deletePlaylist } from '@refrain/contract/library/playlists'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { listen } from '../support/browsers/sound-tap.ts'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, keyTo, tabTo } from '../support/checks/focus.ts'
import { untilLargeTextFits } from '../support/checks/large-text.ts'
import { signUpAda } from '../support/data/members.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import {
  albumPlay,
  button,
  link,
  main,
  navigation,
  optionsMenu,
  player,
  sideways,
  title,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

/** Tracks that are found by `tone`. */
const TONES = 6
const FIND = 'Find Something to add to your playlist'

let page: Page

useVisit({
  oneWindow: true,
  async before(journey) {
    page = journey.page
    await signUpAda(page.request)
    await page.goto('/me/library')
    await until(() => title(page).innerText()).toBe('Library')
  },
})

const path = () => new URL(page.url()).pathname
const rows = () => main(page).locator('.track-title').allTextContents()
const focused = async () => (await describeFocus(page)).name
const editor = () => page.getByRole('dialog', { name: 'Edit details' })
const field = () => editor().getByLabel('Title', { exact: true })
const finder = () => main(page).getByRole('searchbox', { name: FIND })
const found = () => main(page).getByRole('grid', { name: 'Found tracks' }).getByRole('row')
const card = (name: string) => main(page).getByRole('link', { name: new RegExp(`^${name}`) })
const sounding = async () => {
  const { level, frequency } = await listen(page)
  if (level < 0.05) return 0
  return [440, 660].find(hertz => Math.abs(hertz - frequency) < 15) ?? frequency
}
/** Source of the header picture once it is visible. */
const cover = () =>
  main(page)
    .locator('header img')
    .first()
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.currentSrc))

async function makePlaylist(): Promise<void> {
  await button(main(page), 'Create Playlist').click()
  // Its page opens to name it.
  await editor().waitFor()
  await page.keyboard.press('Escape')
  await editor().waitFor({ state: 'detached' })
  await finder().waitFor()
}

async function add(query: string, name: string): Promise<void> {
  await finder().fill(query)
  await found().filter({ hasText: name }).getByRole('button', { name: 'Add' }).click()
  await until(rows).toContain(name)
}

async function openMenu(): Promise<void> {
  await button(main(page), 'More options').first().click()
  await optionsMenu(page).waitFor()
}

it('creates, renames, illustrates, fills, plays and deletes a playlist by mouse (LIB-01 to LIB-04, PLD-09 to PLD-12, PLD-14 to PLD-16, PROP-24, PROP-26, PROP-28, READ-52, READ-63, ENT-17, ROLE-04, ROLE-09)', async () => {
  await main(page).getByText('You currently have no playlists').waitFor()
  await makePlaylist()
  expect(path()).toMatch(/^\/userplaylists\//)

  await button(title(page), 'My Playlist #1').click()
  await field().fill('Rainy days')
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c24a1a' } })
    .png()
    .toBuffer()
  await editor()
    .locator('input[type=file]')
    .setInputFiles({ name: 'rain.png', mimeType: 'image/png', buffer: picture })
  await button(editor(), 'Confirm').click()
  await button(editor(), 'Update').click()
  await until(() => title(page).innerText()).toBe('Rainy days')
  await editor().waitFor({ state: 'detached' })
  expect(await cover()).toContain('/profile_path/playlist_profile/')
  await until(() => page.title()).toBe('Rainy days')

  await add('high', 'High Tone')
  await add('first', 'First Tone')
  expect(await rows()).toEqual(['High Tone', 'First Tone'])
  // The header adds details when the first track has loaded.
  await until(() => main(page).locator('header').innerText()).toMatch(
    /Playlist\s+Rainy days\s+Les Sinus[\s\S]*Second Signs[\s\S]*2 songs[\s\S]*0 hr 2 min/,
  )

  await albumPlay(page).click()
  await until(sounding).toBe(660)
  await button(player(page), 'Next').click()
  await until(sounding).toBe(440)
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('currentPlaylist') ?? '{}'))
  await until(stored).toMatchObject({ title: 'Rainy days', type: 'playlist' })

  await page.reload()
  await until(rows).toEqual(['High Tone', 'First Tone'])
  // The previous session is restored when the browser is idle; a list played earlier starts at its first
  // track.
  await until(() => player(page).innerText()).toContain('First Tone')
  expect(await cover()).toContain('/profile_path/playlist_profile/')
  await link(navigation(page), 'Library').click()
  await until(() => card('Rainy days').innerText()).toContain('2 songs')
  await card('Rainy days').click()
  await until(rows).toHaveLength(2)
  await albumPlay(page).click()
  await until(sounding).toBe(440)

  await openMenu()
  const deleted = nextResponse(page, deletePlaylist)
  await optionsMenu(page).getByRole('menuitem', { name: 'Delete' }).click()
  await button(page.getByRole('alertdialog', { name: 'Delete “Rainy days”?' }), 'Delete').click()
  await until(path).toMatch(/^\/[^/]+\/library$/)
  await main(page).getByText('You currently have no playlists').waitFor()
  await until(sounding).toBe(440)
  await deleted
})

it('creates, edits, plays, deletes and restores a playlist by keyboard alone (PLD-17, PROP-26, PROP-28, PROP-59)', async () => {
  const { keyboard } = page
  await button(main(page), 'Create Playlist').waitFor()
  await tabTo(page, /^Create Playlist/)
  await keyboard.press('Enter')
  await editor().waitFor()
  await keyboard.press('Escape')
  await editor().waitFor({ state: 'detached' })
  await finder().waitFor()

  await tabTo(page, /^My Playlist #1/)
  await keyboard.press('Enter')
  await until(() => field().evaluate(input => input === document.activeElement)).toBe(true)
  await keyboard.press('Escape')
  await editor().waitFor({ state: 'detached' })
  await until(focused).toBe('My Playlist #1')
  await keyboard.press('Enter')
  await until(() => field().evaluate(input => input === document.activeElement)).toBe(true)
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('By keys')
  await keyboard.press('Enter')
  await until(() => title(page).innerText()).toBe('By keys')
  await editor().waitFor({ state: 'detached' })
  await until(focused).toBe('By keys')

  await tabTo(page, new RegExp(FIND))
  await keyboard.type('tone')
  await until(() => found().count()).toBe(TONES)
  await tabTo(page, /^Add /)
  const first = (await focused()).replace('Add ', '')
  await keyboard.press('Enter')
  await until(rows).toEqual([first])
  expect(await focused()).toBe(`Added ${first}`)
  await keyTo(page, 'ArrowDown', /^Add /)
  await keyboard.press('Enter')
  await until(rows).toHaveLength(2)

  for (let step = 0; step < 30 && (await focused()) !== 'More options'; step++)
    await keyboard.press('Shift+Tab')
  for (let step = 0; step < 30 && !/^Play$/.test(await focused()); step++) await keyboard.press('Shift+Tab')
  await keyboard.press('Enter')
  await until(sounding).toBeGreaterThan(0)
  await tabTo(page, /^More options$/)
  await keyboard.press('Enter')
  await until(focused).toBe('Edit details')
  await keyboard.press('Enter')
  await editor().waitFor()
  await keyboard.press('Escape')
  await editor().waitFor({ state: 'detached' })
  await until(focused).toBe('More options')
  await keyboard.press('Enter')
  await until(focused).toBe('Edit details')
  for (let step = 0; step < 10 && (await focused()) !== 'Delete'; step++) {
    const before = await focused()
    await keyboard.press('ArrowDown')
    // The menu moves the focus asynchronously.
    await until(focused).not.toBe(before)
  }
  await keyboard.press('Enter')
  await until(focused).toBe('Cancel')
  await tabTo(page, /^Delete$/)
  await keyboard.press('Enter')
  await until(path).toMatch(/^\/[^/]+\/library$/)
  await button(page, 'Undo').waitFor()
  await keyboard.press('Tab')
  await until(focused).toBe('Undo')
  await keyboard.press('Enter')
  await card('By keys').waitFor()
})

it('keeps a row under the pointer while tracks are added above it, and closes the editor on page scroll, a click outside and Escape, but not on actions inside (PLD-18 to PLD-20, READ-47)', async () => {
  await page.setViewportSize({ width: 1280, height: 600 })
  await makePlaylist()
  await finder().fill('tone')
  await until(() => found().count()).toBe(TONES)
  const add = found().first().getByRole('button')
  await add.scrollIntoViewIfNeeded()
  const place = () => add.evaluate(element => Math.round(element.getBoundingClientRect().top))
  const before = await place()
  await add.click()
  await until(rows).toHaveLength(1)
  expect(await place()).toBe(before)

  await page.setViewportSize({ width: 1280, height: 500 })
  const open = async () => {
    // A wheel scrolls for some frames, which would close the editor again.
    await page.evaluate(async () => {
      for (let last = -1; last !== scrollY; ) {
        last = scrollY
        await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      }
      scrollTo(0, 0)
    })
    await button(title(page), 'My Playlist #1').click()
    await until(() => field().inputValue()).toBe('My Playlist #1')
    await field().fill('Something else')
  }
  await open()
  await editor().getByRole('heading').click()
  expect(await editor().isVisible()).toBe(true)
  await editor().getByRole('heading').hover()
  await page.mouse.wheel(0, 200)
  // The wheel has scrolled the content by the second frame.
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => scrollY)).toBe(0)
  expect(await editor().isVisible()).toBe(true)
  await page.mouse.click(20, 480)
  await editor().waitFor({ state: 'detached' })
  await open()
  await page.mouse.move(80, 450)
  await page.mouse.wheel(0, 200)
  await editor().waitFor({ state: 'detached' })
  await open()
  await page.keyboard.press('Escape')
  await editor().waitFor({ state: 'detached' })
  expect(await title(page).innerText()).toBe('My Playlist #1')
})

// The empty Library and an empty playlist: every-screen.test.ts.
it('passes axe in every state of a playlist and its editor, and never scrolls sideways', async () => {
  const check = async (state: string) => {
    expect(await violations(page), state).toEqual([])
    await until(() => sideways(page), state).toBe(0)
  }
  await page.setViewportSize({ width: 360, height: 800 })
  await makePlaylist()
  await finder().fill('tone')
  await until(() => found().count()).toBe(TONES)
  await check('found')
  await untilLargeTextFits(page, 'found', [360])
  await found().first().getByRole('button').click()
  await until(rows).toHaveLength(1)
  await check('one track')
  await openMenu()
  await check('menu')
  await page.keyboard.press('Escape')
  await page.evaluate(() => scrollTo(0, 0))
  await button(title(page), 'My Playlist #1').click()
  await field().fill('ab')
  await editor()
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await editor().getByText('Please select a valid image file!').waitFor()
  await check('editor, wrong')
})
