import { createUser } from '@refrain/contract/account/sign-in'
import { appendLikedSongs } from '@refrain/contract/library/likes'
import { deletePlaylist } from '@refrain/contract/library/playlists'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import type { Visit } from '../support/browsers/chromium.ts'
import { violations } from '../support/checks/axe.ts'
import { tabTo } from '../support/checks/focus.ts'
import type { ToneAlbum } from '../support/data/music.ts'
import { account } from '../support/pages/account.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import {
  button,
  link,
  loaders,
  main,
  navigation,
  optionsMenu,
  sideways,
  title,
} from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const tone = (name: string, genre: string): ToneAlbum => ({
  artist: 'The Oscillators',
  album: `Album ${name}`,
  year: 1998,
  colour: '#1f7a3d',
  genre,
  tracks: [{ title: `Tone ${name}`, frequency: 440, seconds: 1 }],
})
const ALBUMS = [
  tone('A', 'Slow Tones'),
  tone('B', 'Slow Tones'),
  tone('C', 'Quick Tones'),
  tone('D', 'Quick Tones'),
]

let page: Page
let visitor: Visit
let members = 0

useVisit({
  music: ALBUMS,
  async before(journey) {
    page = journey.page
    visitor = journey
    const ada = { name: 'Ada', email: `ada${++members}@example.org`, password: 'correct horse battery' }
    await page.request.post(createUser.path, { data: ada })
    await page.goto('/')
    await account(page).waitFor()
    await until(() => page.evaluate(() => localStorage.getItem('userId'))).not.toBeNull()
  },
  allowErrors: true,
})

const path = () => new URL(page.url()).pathname
const userId = () => page.evaluate(() => localStorage.getItem('userId'))
const rows = () => main(page).locator('.track-title').allTextContents()
const cards = () => main(page).getByRole('region', { name: 'Your Playlists' }).getByRole('link')
const card = (name: string) => main(page).getByRole('link', { name: new RegExp(`^${name}`) })

/** Calls the service like the listener's pages. */
const call = (address: string, body?: object) =>
  page.evaluate(
    async ([to, sent]) => {
      const headers = {
        'auth-token': localStorage.getItem('token') ?? '',
        'content-type': 'application/json',
      }
      const answer = await fetch(
        to,
        sent ? { method: 'POST', headers, body: JSON.stringify(sent) } : { headers },
      )
      return answer.json()
    },
    [address, body] as const,
  )

async function openLibrary(): Promise<void> {
  await link(navigation(page), 'Library').click()
  await until(() => title(page).innerText()).toBe('Library')
  await until(() => loaders(page).count()).toBe(0)
}

it('opens each kind of library item: playlist, Liked Songs, daily mix (ENT-17, LIB-01, PROP-22, PROP-25, ROLE-04)', async () => {
  const tracks = (await call('/api/fetchalltracks')) as { _id: string; title: string }[]
  const { _id: playlistId } = (await call('/api/createPlaylist')) as { _id: string }
  const ids = tracks.map(({ _id }) => _id)
  await call('/api/addTracksToPlaylist', { playlistId, tracksArray: ids })
  await call('/api/appendLikedSongs', { trackId: ids[2] })
  await page.reload()
  await openLibrary()
  await until(() => cards().allInnerTexts()).toEqual(['Liked Songs\n1 song', 'My Playlist #1\n4 songs'])
  // Four albums, four covers.
  await until(() => card('My Playlist #1').locator('img').count()).toBe(4)
  await card('My Playlist #1').click()
  await until(rows).toEqual(tracks.map(track => track.title))
  await page.goBack()
  await card('Liked Songs').click()
  await until(path).toBe(`/${await userId()}/library/likedSongs`)
  await until(rows).toEqual([tracks[2]?.title])
  await page.goBack()
  await card('Daily Mix 2').click()
  await until(() => page.title()).toBe('Daily Mix 2')
  await until(rows).toHaveLength(2)
})

it('removes an unliked song from Liked Songs and starts a new list after it is deleted (PLD-13, PLD-23, READ-01, READ-50)', async () => {
  const tracks = (await call('/api/fetchalltracks')) as { _id: string; title: string }[]
  for (const { _id: trackId } of tracks) await call('/api/appendLikedSongs', { trackId })
  await page.goto(`/${await userId()}/library/likedSongs`)
  await until(rows).toHaveLength(4)
  const [first] = await rows()
  await main(page).getByRole('button', { name: 'Remove from Liked Songs' }).first().click()
  await until(rows).toHaveLength(3)
  expect(await rows()).not.toContain(first)
  await button(main(page), 'More options').first().click()
  await optionsMenu(page).waitFor()
  expect(await optionsMenu(page).innerText()).not.toContain('Edit details')
  const deleted = nextResponse(page, deletePlaylist)
  await optionsMenu(page).getByRole('menuitem', { name: 'Delete' }).click()
  await until(path).toMatch(/\/library$/)
  await until(() => card('Liked Songs').innerText()).toContain('0 songs')
  await deleted
  await card('Liked Songs').click()
  const box = main(page).getByRole('searchbox', { name: 'Find Something to add to your playlist' })
  await box.fill('tone b')
  const liked = nextResponse(page, appendLikedSongs)
  await button(main(page), 'Add').click()
  await until(rows).toEqual(['Tone B'])
  await liked
  await page.reload()
  await until(rows).toEqual(['Tone B'])
})

it('redirects guests to the login, and from a playlist to Home (ROUTE-12, READ-60)', async () => {
  const { page: guest } = await (async () => {
    const context = await visitor.context.browser()!.newContext({ baseURL: new URL(page.url()).origin })
    return { page: await context.newPage() }
  })()
  await guest.goto('/somebody/library')
  await until(() => new URL(guest.url()).pathname).toBe('/login')
  await guest.goto('/userplaylists/somebodys')
  await until(() => new URL(guest.url()).pathname).toBe('/')
  await guest.context().close()
})

it('keeps many playlists reachable, also by keyboard (LIB-02, PROP-24)', async () => {
  for (let made = 0; made < 30; made++) await call('/api/createPlaylist')
  await page.reload()
  await openLibrary()
  await until(() => cards().count()).toBe(31)
  await title(page).click()
  await tabTo(page, /^New playlist$/)
  await page.keyboard.press('Enter')
  await until(() => cards().nth(1).innerText()).toContain('My Playlist #31')
  await tabTo(page, /^Liked Songs/)
  await tabTo(page, /^My Playlist #31/)
  await page.keyboard.press('Enter')
  await until(() => title(page).innerText()).toBe('My Playlist #31')
  await page.goBack()
  await until(() => cards().count()).toBe(32)
})

it('fits every width and passes axe at 360 and 1280 px', async () => {
  const tracks = (await call('/api/fetchalltracks')) as { _id: string }[]
  await call('/api/appendLikedSongs', { trackId: tracks[0]?._id })
  for (const screen of [`/${await userId()}/library`, `/${await userId()}/library/likedSongs`]) {
    await page.goto(screen)
    await title(page).waitFor()
    await until(() => loaders(page).count()).toBe(0)
    for (const width of [320, 360, 425, 500, 550, 768, 1024, 1280, 1920]) {
      await page.setViewportSize({ width, height: width === 320 ? 256 : 800 })
      // Cards are laid out again in the next frame.
      await until(() => sideways(page), `${screen} at ${width}`).toBe(0)
      if (width === 360 || width === 1280) expect(await violations(page), `${screen} at ${width}`).toEqual([])
    }
  }
})
