import { rmSync } from 'node:fs'
import { createUser } from '@refrain/contract/account/sign-in'
import { fetchTrackDetails } from '@refrain/contract/compat/catalogue'
import { listenToChanges } from '@refrain/contract/live-updates'
import type { WireInputOf, WireOutputOf } from '@refrain/contract/operation'
import { PRODUCT_NAME } from '@refrain/contract/product'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startBrowser, visit } from '../support/browsers/chromium.ts'
import { listen } from '../support/browsers/sound-tap.ts'
import type { WireTrack } from '../support/data/catalogue.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { writeMusic } from '../support/data/music.ts'
import { account } from '../support/pages/account.ts'
import { albumPlay, button, link, main, player } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
import { until } from '../support/until.ts'

const ADA = { name: 'Ada Lovelace', email: 'ada@example.org', password: 'analytical engine' }

let music: string
let service: Service
let browser: Browser
let tracks: WireTrack[]

beforeAll(async () => {
  music = await writeMusic([
    {
      artist: 'The Oscillators',
      album: 'Two Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: [
        { title: 'Low Tone', frequency: 440, seconds: 6 },
        { title: 'High Tone', frequency: 660, seconds: 16 },
      ],
    },
  ])
  service = await startService({ music: [music] })
  await service.waitForOutput(/2 added/)
  const { track } = catalogueOf(service.address)
  tracks = [await track('Low Tone'), await track('High Tone')]
  browser = await startBrowser()
})

afterAll(async () => {
  await browser?.close()
  await service?.stop()
  rmSync(music, { recursive: true, force: true })
})

/** Frequency of the album's tone that is playing; 0 during silence. */
async function sounding(page: Page): Promise<number> {
  const { level, frequency } = await listen(page)
  if (level < 0.05) return 0
  return [440, 660].find(hertz => Math.abs(hertz - frequency) < 15) ?? frequency
}

/** Play counts of both tracks and of their album, from the service. */
async function plays(): Promise<number[]> {
  const details = tracks.map(async ({ _id }) => {
    const body = JSON.stringify({ trackId: _id } satisfies WireInputOf<typeof fetchTrackDetails>)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(service.address + fetchTrackDetails.path, { method: 'POST', headers, body })
    return (await answer.json()) as WireOutputOf<typeof fetchTrackDetails>
  })
  const answers = await Promise.all(details)
  return [...answers.map(each => each.tracks[0]?.playCount ?? -1), answers[0]?.album.playCount ?? -1]
}

it('opens an album, plays it on into the next track, and counts a member’s plays halfway through each track, and the album when Home is loaded, once (ENG-03, ENG-05, ENG-10, ENG-13, ENG-14, ENG-24, BAR-02, BAR-05, BAR-16, CON-02, PROP-06, READ-05, API-37, API-38)', async () => {
  const { page, context, errors } = await visit(browser, service.address)
  await page.request.post(createUser.path, { data: ADA })
  // An open live updates connection keeps the network from becoming idle.
  await page.route(`**${listenToChanges.path}`, route =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  )
  await page.goto('/')
  await account(page).waitFor()
  await link(main(page), /^Two Tones/)
    .first()
    .click()
  await until(() => page.title()).toBe('Two Tones - Album')
  expect(await player(page).innerText()).toContain('__:__')
  await albumPlay(page).click()
  // Both while the first one lasts.
  await Promise.all([
    until(() => sounding(page)).toBe(440),
    until(() => player(page).innerText()).toMatch(/0:0\d \/ 0:06/),
  ])
  await until(() => sounding(page)).toBe(660)
  expect(await player(page).innerText()).toContain('High Tone')
  const shown = await page.evaluate(() => {
    const { title, artist, album } = navigator.mediaSession.metadata ?? {}
    return { title, artist, album }
  })
  expect(shown).toEqual({ title: 'High Tone', artist: 'The Oscillators', album: PRODUCT_NAME })
  await until(() => player(page).innerText()).toMatch(/High Tone[\s\S]*0:(09|1\d) /)
  await button(player(page), 'Pause').click()
  await until(async () => (await listen(page)).level).toBeLessThan(0.001)
  await until(plays).toEqual([1, 1, 0])
  await page.goto('/')
  await until(plays).toEqual([1, 1, 1])
  // The page stores that the album was counted when it has the response.
  await until(() => page.evaluate(() => localStorage.getItem('countedAlbums'))).not.toBeNull()
  await page.reload()
  await page.waitForLoadState('networkidle')
  expect(await plays()).toEqual([1, 1, 1])
  expect(errors).toEqual([])
  await context.close()
})
