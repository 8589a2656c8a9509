import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createUser } from '@refrain/contract/account/sign-in'
import {
  importArchivePicture,
  importArchivePlaylist as importPlaylist,
} from '@refrain/contract/library/archive'
import { addFollowingArtist } from '@refrain/contract/library/follows'
import { appendLikedSongs, fetchLikedSongs } from '@refrain/contract/library/likes'
import { appendInterestedArtist } from '@refrain/contract/listening/interests'
import { countAlbumPlays, countTrackPlay, recordPlayedTrack } from '@refrain/contract/listening/plays'
import { fillPath, type InputOf, type Operation, type OutputOf } from '@refrain/contract/operation'
import { fetchOwnData, type OwnData } from '@refrain/contract/own-data'
import { requestFor } from '@refrain/contract/request'
import { fromWire } from '@refrain/contract/wire-names'
import type { Browser, Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { type ToneAlbum, writeMusic } from '../support/data/music.ts'
import { png } from '../support/data/pictures.ts'
import { button, main, sideways, title } from '../support/pages/pages.ts'
import { type Service, startService } from '../support/servers/service.ts'
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
const SHARED = [
  album('The Oscillators', 'Pure Tones', ['First Tone', 'Second Tone', 'Third Tone']),
  album('Sine Sisters', 'Waves', ['Low', 'High']),
]
const ONLY_HERE = album('The Absent', 'Gone', ['Missing Tone', 'Missing Too', 'Another', 'One More'])

let page: Page
let browser: Browser
let here: Service
/** The service to which a listener moves. It has the same music, except for one album. */
let there: Service
let errors: string[]

useVisit({
  music: [...SHARED, ONLY_HERE],
  async begin() {
    there = await startService({ music: [await writeMusic(SHARED)] })
    await there.waitForOutput(/\b5 added/)
  },
  async before(journey) {
    ;({ page, browser, service: here, errors } = journey)
  },
})
afterAll(() => there?.stop())

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

/** Puts likes, follows, playlists with pictures, and history into an account. */
async function fill(visitor: Page): Promise<void> {
  const tones = await catalogueOf(here.address).album('Pure Tones')
  const waves = await catalogueOf(here.address).album('Waves')
  const [first, second, third] = tones.tracks as [string, string, string]
  for (const trackId of [third, first]) await ask(visitor, appendLikedSongs, { trackId })
  await ask(visitor, addFollowingArtist, { artistId: tones.artist })
  await ask(visitor, appendInterestedArtist, { id: waves.artist })
  await ask(visitor, recordPlayedTrack, { trackId: second })
  await ask(visitor, countTrackPlay, { trackId: second })
  await ask(visitor, countAlbumPlays, { albums: [waves._id] })
  const at = '2024-05-03T10:00:00.000Z'
  for (const [n, ids] of [[second, waves.tracks[0]!, first], [third]].entries()) {
    const { playlistId } = await ask(visitor, importPlaylist, {
      ...{
        origin: `list-${n}`,
        type: 'playlist',
        title: `Sunday ${n}`,
        createdAt: `2024-05-0${n + 1}T00:00:00.000Z`,
      },
      tracks: ids.map(id => ({ id, at })),
    })
    const token = await visitor.evaluate(() => String(localStorage.getItem('token')))
    const sent = await visitor.request.post(fillPath(importArchivePicture.path, { playlistId }), {
      headers: { 'auth-token': token },
      multipart: { file: await png() },
    })
    expect(sent.status()).toBe(200)
  }
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

/** Hash of what an archive says about the listener's music, without what belongs to the account. */
async function portableHash(visitor: Page): Promise<string> {
  const data: OwnData = await ask(visitor, fetchOwnData, {})
  const lists = data.playlists
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    .map(({ type, title: name, origin, createdAt, tracks, songs, picturePath }) => ({
      ...{ type, name, tracks, songs, hasPicture: picturePath !== '' },
      ...(type === 'playlist' && { origin, createdAt }),
    }))
  const { following, interestedArtists, interestedGenres, countedTracks, countedAlbums } = data
  const { playedTracks, countedPlays, tracks } = data
  expect([following, countedTracks, countedAlbums, countedPlays].map(list => list.length)).toEqual([
    1, 1, 1, 1,
  ])
  expect(lists.map(list => [list.name, list.hasPicture])).toEqual([
    ['Liked Songs', false],
    ['Sunday 0', true],
    ['Sunday 1', true],
  ])
  return hash(
    'sha256',
    JSON.stringify([
      ...[following, interestedArtists, interestedGenres, countedTracks, countedAlbums],
      ...[playedTracks, countedPlays, tracks, lists],
    ]),
  )
}

it('takes a library to another service, where the same archive changes nothing the second time', async () => {
  await enter(page, 'Ada')
  await fill(page)
  const archive = await download(page)
  const elsewhere = await visit(browser, there.address)
  await enter(elsewhere.page, 'Ada')
  await chooseArchive(elsewhere.page, archive)
  const question = dialog(elsewhere.page)
  await until(() => question.getByRole('definition').allInnerTexts()).toEqual([
    ...['2 of 2', '1 of 1', 'None', '4 of 4', '4 of 4'],
  ])
  await button(question, 'Import').click()
  await until(() => question.getByRole('status').innerText()).toBe('14 items added.')
  await button(question, 'Close').click()
  await question.waitFor({ state: 'detached' })
  expect(await portableHash(elsewhere.page)).toBe(await portableHash(page))

  await chooseArchive(elsewhere.page, archive)
  await button(question, 'Import').click()
  await until(() => question.getByRole('status').innerText()).toBe('Everything was already in your library.')
  expect(await portableHash(elsewhere.page)).toBe(await portableHash(page))

  // The archive of the copy is as good as the first.
  await button(question, 'Close').click()
  const back = await download(elsewhere.page)
  await chooseArchive(page, back)
  await button(dialog(page), 'Import').click()
  await until(() => dialog(page).getByRole('status').innerText()).toBe(
    'Everything was already in your library.',
  )
  expect(elsewhere.errors).toEqual([])
  await elsewhere.context.close()
})

it('says so if a file is no archive, adds to the library of a listener, and lists what the service does not have', async () => {
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
  for (const width of [360, 1280]) {
    await elsewhere.page.setViewportSize({ width, height: 800 })
    expect(await violations(elsewhere.page)).toEqual([])
    expect(await sideways(elsewhere.page)).toBe(0)
  }
  const saved = elsewhere.page.waitForEvent('download')
  await button(question, 'Download this list').click()
  expect(readFileSync(await (await saved).path(), 'utf8').split('\n')).toContain('The Absent')
  await button(question, 'Import').click()
  await until(() => question.getByRole('status').innerText()).toBe('1 item added.')
  expect((await ask(elsewhere.page, fetchLikedSongs, {})).toSorted()).toEqual([first, second].toSorted())
  expect(errors).toEqual([])
  await elsewhere.context.close()
})
