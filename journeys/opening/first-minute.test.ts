import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { addAlbum, type ToneAlbum } from '../support/data/music.ts'
import { boxOf, carousel, comeBack, link, main, trackRow } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const album = (name: string, genre: string, title = 'Tone'): ToneAlbum => ({
  artist: `Makers of ${name}`,
  album: name,
  year: 2022,
  colour: '#3a5f8c',
  genre,
  tracks: [{ title, frequency: 440, seconds: 1 }],
})
const FIRST = ['01', '02', '03', '04', '05', '06', '07', '08'].map(number =>
  album(`Middle ${number}`, 'Tones'),
)
/** Sorts before the others in every order. */
const SECOND = album('Aardvark', 'Animals', 'Middle Tone')

let music: string
let service: Service
let browser: Browser
let home: Page
let albums: Page
let artists: Page
let genres: Page
let found: Page
const errors: string[][] = []

beforeAll(async () => {
  music = mkdtempSync(join(tmpdir(), 'refrain-music-'))
  service = await startService({ music: [music] })
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

async function open(path: string): Promise<Page> {
  const visitor = await visit(browser, service.address)
  errors.push(visitor.errors)
  await visitor.page.goto(path)
  return visitor.page
}

it('says on every page that there is no music yet', async () => {
  home = await open('/')
  await main(home).getByRole('heading', { name: 'No music yet' }).waitFor()
  albums = await open('/albums')
  artists = await open('/artists')
  genres = await open('/search')
  found = await open('/search?q=middle')
  for (const page of [albums, artists, genres, found])
    await main(page).getByRole('heading', { name: 'No music yet' }).waitFor()
})

it('fills every page without a reload while music is imported', async () => {
  for (const each of FIRST) await addAlbum(music, each)
  expect(await service.import([music])).toMatchObject({ status: 0 })
  for (const shelf of ['Popular artists', 'Popular albums'])
    await until(() => carousel(home, shelf).whole.getByRole('listitem').count()).toBe(FIRST.length)
  await until(() => main(albums).locator('a[href^="/albums/"]').count()).toBe(FIRST.length)
  await until(() => main(artists).locator('a[href^="/artists/"]').count()).toBe(FIRST.length)
  await until(() => main(genres).getByRole('link').allInnerTexts()).toEqual(['Tones'])
  await link(main(found), /^Makers of Middle 01/).waitFor()
  await link(main(found), /^Middle 01/).waitFor()
})

/** Something appears on a page that somebody returns to, maybe before the service has noticed what an import has added. */
async function comesIn(what: Locator): Promise<void> {
  await until(async () => {
    await comeBack(what.page())
    return what.count()
  }).toBe(1)
}

it('keeps visible content in place when more music is imported', async () => {
  const shelf = carousel(home, 'Popular albums')
  await shelf.next.click()
  await until(shelf.inSight).toEqual(['Middle 05', 'Middle 06', 'Middle 07', 'Middle 08'])
  const looked = [
    link(carousel(home, 'Popular artists').whole, /^Makers of Middle 01/),
    link(main(albums), /^Middle 01/),
    link(main(artists), /^Makers of Middle 01/),
    link(main(genres), /Tones/),
    link(main(found), /^Makers of Middle 01/),
  ]
  const before = await Promise.all(looked.map(boxOf))
  await addAlbum(music, SECOND)
  expect(await service.import([music])).toMatchObject({ status: 0 })
  await comesIn(link(shelf.whole, /^Aardvark/))
  await comesIn(link(carousel(home, 'Popular artists').whole, /^Makers of Aardvark/))
  await comesIn(link(main(albums), /^Aardvark/))
  await comesIn(link(main(artists), /^Makers of Aardvark/))
  await comesIn(link(main(genres), /Animals/))
  // Tracks appear above the earlier results.
  await comesIn(trackRow(found, 'Middle Tone').row)
  expect(await Promise.all(looked.map(boxOf))).toEqual(before)
  expect(await shelf.inSight()).toEqual(['Middle 05', 'Middle 06', 'Middle 07', 'Middle 08'])
})

it('reports no errors', () => {
  expect(errors.flat()).toEqual([])
})
