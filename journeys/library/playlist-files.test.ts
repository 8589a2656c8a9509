import { readFileSync } from 'node:fs'
import { createUser } from '@refrain/contract/account/sign-in'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { button, main, title } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const MUSIC: ToneAlbum[] = [
  {
    artist: 'The Oscillators',
    album: 'Pure Tones',
    year: 2021,
    colour: '#7a2e8c',
    tracks: ['Low - Tone', 'Øre & <Tone>', 'High Tone'].map(title => ({ title, frequency: 440, seconds: 2 })),
  },
]

let page: Page

useVisit({
  music: MUSIC,
  async before(journey) {
    ;({ page } = journey)
    const data = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery' }
    await page.request.post(createUser.path, { data })
    await page.goto('/me/library')
    await button(main(page), 'Import playlist').waitFor()
  },
})

async function openLibrary(): Promise<void> {
  await page.getByRole('link', { name: 'Library' }).first().click()
  await until(() => title(page).innerText()).toBe('Library')
  // The hovered navigation expands and covers the page.
  await page.mouse.move(900, 500)
  await button(main(page), 'Import playlist').waitFor()
}
const rows = () => main(page).locator('.track-list .track-title').allInnerTexts()

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
  const lines = ['#EXTM3U', '#PLAYLIST:Round trip', '#EXTINF:2,The Oscillators - High Tone', 'a.mp3']
  lines.push(
    '#EXTINF:2,The Oscillators - Low - Tone',
    'b.mp3',
    'Music/The Oscillators/Pure Tones/02 Øre & <Tone>.mp3',
  )
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
    Buffer.from('High Tone.mp3\nThe Oscillators - High Tone.mp3\nNobody - Nothing.mp3'),
  )
  const dialog = page.getByRole('dialog', { name: 'Sunday' })
  await dialog.waitFor()
  expect(await dialog.innerText()).toContain('2 of 3 songs found.')
  expect(await dialog.innerText()).toContain('Nobody - Nothing')
  await until(() => dialog.evaluate(element => getComputedStyle(element).opacity)).toBe('1')
  expect(await violations(page)).toEqual([])
  await button(dialog, 'Open playlist').click()
  await until(rows).toEqual(['High Tone'])
})
