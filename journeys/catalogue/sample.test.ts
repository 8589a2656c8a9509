import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchAllAlbums, fetchAllArtists, fetchAllTracks } from '@refrain/contract/compat/catalogue'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import type { WireAlbum, WireArtist, WireGenre, WireTrack } from '../support/data/catalogue.ts'
import { albumPlay, goWithin, main, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

/** Its first track is rendered with the least work. */
const ALBUM = 'Apoapsis'

let service: Service
let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
  service = await startService()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

async function all<Row>(operation: { path: string }): Promise<Row[]> {
  return (await fetch(`${service.address}${operation.path}`)).json() as Promise<Row[]>
}

it('serves the sample catalogue from the first start, fills a page opened before it is complete, and plays a track that is not rendered yet (PROP-64, ENT-09)', {
  // Rendering takes seconds of a processor that the whole run wants.
  timeout: 300_000,
}, async () => {
  const { page, context, errors } = await visit(browser, service.address)
  await page.goto('/albums')
  expect(service.output()).toMatch(/ready: \S+ \(still adding the sample music\)$/m)
  await service.waitForOutput(/^The sample music has been added: \d+ tracks in the catalogue\.$/m)
  const albums = await all<WireAlbum>(fetchAllAlbums)
  expect(albums.length).toBeGreaterThanOrEqual(30)
  expect((await all<WireArtist>(fetchAllArtists)).length).toBeGreaterThanOrEqual(24)
  expect((await all<WireGenre>(fetchAllGenres)).length).toBeGreaterThanOrEqual(6)
  const tracks = await all<WireTrack>(fetchAllTracks)
  expect(tracks.length).toBeGreaterThanOrEqual(120)
  expect(tracks.filter(track => !/^[1-9]:[0-5]\d$/.test(track.duration) || !track.available)).toEqual([])
  // The full list may lag by a few seconds.
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    return (await main(page).locator('a[href^="/albums/"]').count()) - albums.length
  }, 'cards more than albums').toBe(0)

  await goWithin(page, `/albums/${albums.find(album => album.title === ALBUM)?._id}`)
  await until(() => title(page).innerText()).toBe(ALBUM)
  expect(errors).toEqual([])
  // On a slow machine, the page gives up before the track is rendered, and a later press plays it.
  const isIdle = async () =>
    (await albumPlay(page).getAttribute('aria-label')) === 'Play' &&
    (await albumPlay(page).getAttribute('aria-busy')) === null
  const heard = async () => {
    const { level } = await listen(page)
    if (level === 0 && (await isIdle())) await albumPlay(page).click()
    return level
  }
  await expect.poll(heard, { timeout: 240_000, interval: 500 }).toBeGreaterThan(0.005)
  await context.close()
})
