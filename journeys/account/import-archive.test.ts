import { readFileSync } from 'node:fs'
import { createUser } from '@refrain/contract/account/sign-in'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import type { InputOf, Operation, OutputOf } from '@refrain/contract/operation'
import { requestFor } from '@refrain/contract/request'
import { fromWire } from '@refrain/contract/wire-names'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { PURE_TONES } from '../support/data/shared-music.ts'
import { button, main, sideways, title } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { sharedService } from '../support/servers/shared-service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'correct horse battery'

const album = (artist: string, name: string, titles: readonly string[]): ToneAlbum => ({
  artist,
  album: name,
  year: 2021,
  colour: '#7a2e8c',
  tracks: titles.map((one, n) => ({ title: one, frequency: 330 + 110 * n + titles.length, seconds: 1 })),
})
const ONLY_HERE = album('The Absent', 'Gone', ['Missing Tone', 'Missing Too', 'Another', 'One More'])

let page: Page
let browser: Browser
let here: Service
/** The service to which a listener moves. It lacks one album. */
let there: Service
let errors: string[]

useVisit({
  music: [PURE_TONES, ONLY_HERE],
  async begin() {
    there = await sharedService()
  },
  async before(journey) {
    ;({ page, browser, service: here, errors } = journey)
  },
})

/** Signs somebody up and opens My Account. */
async function enter(visitor: Page, name: string): Promise<void> {
  const email = `${name.toLowerCase()}@example.org`
  await visitor.request.post(createUser.path, { data: { name, email, password: PASSWORD } })
  await visitor.goto('/user/me')
  await until(() => title(visitor).innerText()).toBe('My Account')
}

async function ask<Op extends Operation>(
  visitor: Page,
  operation: Op,
  input: InputOf<Op>,
): Promise<OutputOf<Op>> {
  const token = await visitor.evaluate(() => String(localStorage.getItem('token')))
  const { url, method, body } = requestFor(operation, input)
  const answered = await visitor.request.fetch(url, {
    method,
    headers: { 'auth-token': token },
    ...(body && { data: JSON.parse(body) }),
  })
  expect([operation.name, answered.status()]).toEqual([operation.name, 200])
  return fromWire(await answered.json(), operation.outputNames) as OutputOf<Op>
}

async function download(visitor: Page): Promise<Buffer> {
  const started = visitor.waitForEvent('download')
  await button(main(visitor), 'Download my data').click()
  return readFileSync(await (await started).path())
}

const dialog = (visitor: Page) => visitor.getByRole('dialog', { name: 'Import your data' })

async function chooseArchive(visitor: Page, buffer: Buffer): Promise<void> {
  await main(visitor)
    .getByLabel('Archive', { exact: true })
    .setInputFiles({ name: 'Refrain.zip', mimeType: 'application/zip', buffer })
}

it('says so if a file is no archive, adds to the library of a listener elsewhere once, and lists what the service does not have', async () => {
  await enter(page, 'Grace')
  const gone = await catalogueOf(here.address).album('Gone')
  const [first] = (await catalogueOf(here.address).album('Pure Tones')).tracks as [string]
  for (const trackId of [...gone.tracks, first]) await ask(page, appendLikedSongs, { trackId })
  await ask(page, addFollowingArtist, { artistId: gone.artist })
  const archive = await download(page)
  const elsewhere = await visit(browser, there.address)
  await enter(elsewhere.page, 'Grace')
  const [, second] = (await catalogueOf(there.address).album('Pure Tones')).tracks as [string, string]
  await ask(elsewhere.page, appendLikedSongs, { trackId: second })
  await chooseArchive(elsewhere.page, Buffer.from('no archive'))
  const question = dialog(elsewhere.page)
  await until(() => question.getByRole('status').innerText()).toContain('Download my data')
  await elsewhere.page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await chooseArchive(elsewhere.page, archive)
  await until(() => question.getByRole('listitem').allInnerTexts()).toEqual([
    ...['Missing Tone', 'Missing Too', 'Another', 'One More'].map(name => `The Absent - ${name} (Gone)`),
    'The Absent',
  ])
  await elsewhere.page.setViewportSize({ width: 360, height: 800 })
  expect(await violations(elsewhere.page)).toEqual([])
  expect(await sideways(elsewhere.page)).toBe(0)
  const saved = elsewhere.page.waitForEvent('download')
  await button(question, 'Download this list').click()
  expect(readFileSync(await (await saved).path(), 'utf8').split('\n')).toContain('The Absent')
  await button(question, 'Import').click()
  await until(() => question.getByRole('status').innerText()).toBe('1 item added.')
  const liked = async () => (await ask(elsewhere.page, fetchLikedSongs, {})).length
  expect(await liked()).toBe(2)
  await button(question, 'Close').click()
  await chooseArchive(elsewhere.page, archive)
  await button(question, 'Import').click()
  await until(() => question.getByRole('status').innerText()).toBe('Everything was already in your library.')
  expect(await liked()).toBe(2)
  expect(errors).toEqual([])
  await elsewhere.context.close()
})
