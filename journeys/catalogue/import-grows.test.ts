import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, type Visit, visit } from '../support/browsers/chromium.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { addAlbum, type ToneAlbum, writeMusic } from '../support/data/music.ts'
import { albumPlay, link, main, player, title, trackRow } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const album = (name: string, tones: readonly number[]): ToneAlbum => ({
  artist: `The Makers of ${name}`,
  album: name,
  year: 2022,
  colour: '#3a5f8c',
  tracks: tones.map(frequency => ({ title: `Tone of ${frequency}`, frequency, seconds: 3 })),
})
const OLD = album('Old Album', [300, 400, 500])
const NEW = album('New Album', [700])

let music: string
let service: Service
let browser: Browser
let visitor: Visit

beforeAll(async () => {
  music = await writeMusic([OLD])
  service = await startService({ music: [music] })
  browser = await startBrowser()
  await service.waitForOutput(/3 added/)
  visitor = await visit(browser, service.address)
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

it('shows an album imported while the service runs (LIST-05, HOME-06)', async () => {
  const { page } = visitor
  await page.goto('/albums')
  await link(main(page), /^Old Album/).waitFor()
  await addAlbum(music, NEW)
  expect(await service.import([music])).toMatchObject({
    status: 0,
    output: expect.stringMatching(/1 added/),
  })
  await page.reload()
  await link(main(page), /^New Album/).click()
  await until(() => title(page).innerText()).toBe('New Album')
  await page.goto('/')
  await link(main(page), /^New Album/).waitFor()
})

it("keeps ids and URLs when an album moves and a track's id when its file is renamed", async () => {
  const catalogue = catalogueOf(service.address)
  const tracks = () => Promise.all(['Tone of 400', 'Tone of 500'].map(catalogue.track))
  const [renamed, moved] = await tracks()
  const sorted = join(music, 'Sorted')
  renameSync(join(music, OLD.artist), sorted)
  renameSync(join(sorted, OLD.album, '2 Tone of 400.mp3'), join(sorted, OLD.album, 'renamed.mp3'))
  expect(await service.import([music])).toMatchObject({
    status: 0,
    output: expect.stringMatching(/3 moved/),
  })
  expect(await tracks()).toEqual([{ ...renamed, url: expect.any(String) }, moved])
  // The service notices within a tenth of a second what another process has changed.
  const statuses = async () => {
    const addresses = (await tracks()).map(({ album, url }) => `${service.address}/audio/${album}/${url}`)
    return Promise.all(addresses.map(async address => (await fetch(address, { method: 'HEAD' })).status))
  }
  await until(statuses).toEqual([200, 200])
})

it('shows a track whose file is gone but does not play it', async () => {
  const { page } = visitor
  rmSync(join(music, 'Sorted', OLD.album, '1 Tone of 300.mp3'))
  const { status, output } = await service.import([music])
  expect({ status, output }).toMatchObject({ status: 0, output: expect.stringMatching(/1 unavailable/) })
  await page.goto(`/albums/${(await catalogueOf(service.address).album(OLD.album))._id}`)
  const gone = trackRow(page, 'Tone of 300')
  await gone.row.waitFor()
  expect(await gone.play.getAttribute('aria-disabled')).toBe('true')
  await gone.play.click({ force: true })
  await gone.row.dblclick()
  expect(await player(page).innerText()).toContain('__:__')
  await albumPlay(page).click()
  await until(() => player(page).innerText()).toContain('Tone of 400')
})

it('reports no errors', () => {
  expect(visitor.errors).toEqual([])
})
