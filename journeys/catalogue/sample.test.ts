import { fetchAllGenres } from '@refrain/contract/catalogue/genres'
import { fetchAllAlbums, fetchAllArtists, fetchAllTracks } from '@refrain/contract/compat/catalogue'
import { fetchWaveform } from '@refrain/contract/media/waveform'
import { fillPath } from '@refrain/contract/operation'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import type { WireAlbum, WireArtist, WireGenre, WireTrack } from '../support/data/catalogue.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

let service: Service
let browser: Browser
/** Albums, opened right after the start. */
let early: Visit

beforeAll(async () => {
  browser = await startBrowser()
  service = await startService()
  early = await visit(browser, service.address)
  await early.page.goto('/albums')
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
})

async function all<Row>(operation: { path: string }): Promise<Row[]> {
  return (await fetch(`${service.address}${operation.path}`)).json() as Promise<Row[]>
}

// Rendering takes seconds of a processor that the whole run wants.
it('serves the sample catalogue from the first start and plays a track that is not rendered yet (PROP-64)', {
  timeout: 300_000,
}, async () => {
  const { page, context } = await visit(browser, service.address)
  await page.goto('/')
  await page
    .getByRole('link', { name: /Apoapsis|Afterimage|Coastal/ })
    .first()
    .click()
  await page.getByRole('main').getByRole('button', { name: 'Play', exact: true }).first().click()
  await expect.poll(async () => (await listen(page)).level, { timeout: 240_000 }).toBeGreaterThan(0.005)
  await context.close()
})

it('has at least 24 artists, 30 albums, 120 tracks and six genres, each track with its length (PROP-64, ENT-09)', async () => {
  await expect
    .poll(async () => (await all<WireAlbum>(fetchAllAlbums)).length, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(30)
  expect((await all<WireArtist>(fetchAllArtists)).length).toBeGreaterThanOrEqual(24)
  expect((await all<WireGenre>(fetchAllGenres)).length).toBeGreaterThanOrEqual(6)
  const tracks = await all<WireTrack>(fetchAllTracks)
  expect(tracks.length).toBeGreaterThanOrEqual(120)
  expect(tracks.filter(track => !/^[1-9]:[0-5]\d$/.test(track.duration))).toEqual([])
  expect(tracks.filter(track => !track.available)).toEqual([])
})

it('has a waveform of each track, whether or not it was played', async () => {
  await service.waitForOutput(/^The sample music has been added:/m)
  for (const { _id: trackId } of await all<WireTrack>(fetchAllTracks)) {
    const answer = await fetch(`${service.address}${fillPath(fetchWaveform.path, { trackId })}`)
    expect(((await answer.json()) as { levels: number[] }).levels).toHaveLength(400)
  }
})

it('logs what the sample still adds and when it is complete, and fills a page opened before', async () => {
  const { page, errors } = early
  expect(service.output()).toMatch(/ready: \S+ \(still adding the sample music\)$/m)
  await service.waitForOutput(/^The sample music has been added: \d+ tracks in the catalogue\.$/m)
  // The full list may lag by a few seconds.
  await until(async () => {
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const shown = await page.getByRole('main').getByRole('link').count()
    return shown - (await all<WireAlbum>(fetchAllAlbums)).length
  }, 'cards more than albums').toBe(0)
  expect(errors).toEqual([])
})
