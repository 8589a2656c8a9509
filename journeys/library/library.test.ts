import { appendLikedSongs } from '@refrain/contract/library/likes'
import type { Page } from 'playwright-core'
import { it } from 'vitest'
import { tabTo } from '../support/checks/focus.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { type Member, signUpAda } from '../support/data/members.ts'
import { NAMES, PURE_TONES, SECOND_SIGNS, WAVES } from '../support/data/shared-music.ts'
import { account } from '../support/pages/account.ts'
import { nextResponse } from '../support/pages/next-response.ts'
import { button, link, loaders, main, navigation, title } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { untilLayersLeft } from '../support/until-layers-left.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let service: Service
let ada: Member

useVisit({
  oneWindow: true,
  exact: true,
  async before(journey) {
    ;({ page, service } = journey)
    ada = await signUpAda(page.request)
  },
})

const path = () => new URL(page.url()).pathname
const userId = () => page.evaluate(() => localStorage.getItem('userId'))
const rows = () => main(page).locator('.track-title').allTextContents()
const cards = () => main(page).getByRole('region', { name: 'Your Playlists' }).getByRole('link')
const card = (name: string) => main(page).getByRole('link', { name: new RegExp(`^${name}`) })

/** Calls the service as this listener. */
async function call<Answer>(address: string, data?: object): Promise<Answer> {
  const method = data ? 'POST' : 'GET'
  const headers = { 'auth-token': ada.token }
  return (await page.request.fetch(address, { method, headers, ...(data && { data }) })).json()
}

async function openLibrary(): Promise<void> {
  await link(navigation(page), 'Library').click()
  await until(() => title(page).innerText()).toBe('Library')
  await until(() => loaders(page).count()).toBe(0)
}

it('opens each kind of library item: playlist, daily mix, Liked Songs, and removes and adds its songs (ENT-17, LIB-01, PLD-13, PROP-22, PROP-25, READ-50, ROLE-04)', async () => {
  const { track } = catalogueOf(service.address)
  const tracks = await Promise.all(
    [PURE_TONES, SECOND_SIGNS, WAVES, NAMES].map(({ tracks: [first] }) => track(first?.title ?? '')),
  )
  const { _id: playlistId } = await call<{ _id: string }>('/api/createPlaylist')
  const ids = tracks.map(({ _id }) => _id)
  await call('/api/addTracksToPlaylist', { playlistId, tracksArray: ids })
  await call('/api/appendLikedSongs', { trackId: ids[2] })
  await page.goto('/')
  await account(page).waitFor()
  await openLibrary()
  await until(() => cards().allInnerTexts()).toEqual(['Liked Songs\n1 song', 'My Playlist #1\n4 songs'])
  // Four albums, four covers.
  await until(() => card('My Playlist #1').locator('img').count()).toBe(4)
  await card('My Playlist #1').click()
  await until(rows).toEqual(tracks.map(track => track.title))
  await page.goBack()
  await card('Daily Mix 2').click()
  await until(() => page.title()).toBe('Daily Mix 2')
  const ofGenre = [SECOND_SIGNS, WAVES].flatMap(({ tracks }) => tracks.map(({ title }) => title))
  await until(async () => (await rows()).toSorted()).toEqual(ofGenre.toSorted())
  await page.goBack()
  await card('Liked Songs').click()
  await until(path).toBe(`/${await userId()}/library/likedSongs`)
  await until(rows).toEqual([tracks[2]?.title])
  await main(page).getByRole('button', { name: 'Remove from Liked Songs' }).first().click()
  const box = main(page).getByRole('searchbox', { name: 'Find Something to add to your playlist' })
  await box.fill('second')
  const liked = nextResponse(page, appendLikedSongs)
  await button(main(page), 'Add').click()
  await until(rows).toEqual(['Second Tone'])
  await liked
  await page.reload()
  await until(rows).toEqual(['Second Tone'])
})

it('keeps many playlists reachable, also by keyboard (LIB-02, PROP-24)', async () => {
  for (let made = 0; made < 30; made++) await call('/api/createPlaylist')
  await page.goto('/me/library')
  await until(() => cards().count()).toBe(31)
  await title(page).click()
  await tabTo(page, /^New playlist$/)
  await page.keyboard.press('Enter')
  // Its page opens to name it.
  const selected = () =>
    page.evaluate(() => {
      const field = document.activeElement
      return field instanceof HTMLInputElement
        ? field.value.slice(field.selectionStart ?? 0, field.selectionEnd ?? 0)
        : ''
    })
  await until(selected).toBe('My Playlist #31')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await untilLayersLeft(page)
  await page.goBack()
  await until(() => cards().nth(1).innerText()).toContain('My Playlist #31')
  await tabTo(page, /^Liked Songs/)
  await tabTo(page, /^My Playlist #31/)
  await page.keyboard.press('Enter')
  await until(() => title(page).innerText()).toBe('My Playlist #31')
  await page.goBack()
  await until(() => cards().count()).toBe(32)
})
