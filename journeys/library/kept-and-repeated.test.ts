import { createUser } from '@refrain/contract/account/sign-in'
import { createFilledPlaylist } from '@refrain/contract/library/playlists'
import { titles } from '@refrain/messages/en/titles'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { catalogueOf } from '../support/data/catalogue.ts'
import { account } from '../support/pages/account.ts'
import { button, link, main, navigation, title } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'analytical engine'

let page: Page
let address: string
let album: { readonly _id: string; readonly tracks: readonly string[] }
let token: string
let members = 0

useVisit({
  music: [
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: [
        { title: 'First Tone', frequency: 440, seconds: 20 },
        { title: 'Second Tone', frequency: 550, seconds: 20 },
      ],
    },
  ],
  async begin(service) {
    address = service.address
    album = await catalogueOf(address).album('Pure Tones')
  },
  async before(journey) {
    ;({ page } = journey)
    const data = { name: 'Ada', email: `keeper${++members}@example.org`, password: PASSWORD }
    ;({ authtoken: token } = await (await page.request.post(createUser.path, { data })).json())
  },
})

it('keeps an album from its page, by keyboard, and shows it in the Library (SUB-100)', async () => {
  await page.goto(`/albums/${album._id}`)
  await account(page).waitFor()
  const keep = button(main(page), 'Add to Library')
  await keep.focus()
  await page.keyboard.press('Enter')
  await button(main(page), 'Remove from Library').waitFor()
  expect(await violations(page)).toEqual([])
  await link(navigation(page), 'Library').click()
  const albums = page.getByRole('region', { name: 'Your Albums' })
  await link(albums, /Pure Tones/).press('Enter')
  await until(() => title(page).innerText()).toBe('Pure Tones')
  await button(main(page), 'Remove from Library').press('Enter')
  await button(main(page), 'Add to Library').waitFor()
  expect(await page.title()).toContain(titles.album({ title: 'Pure Tones' }))
})

it('shows each entry of a repeated track, plays the one that is pressed, and removes only that (SUB-110)', async () => {
  const [first, second] = album.tracks as [string, string]
  const created = await page.request.post(createFilledPlaylist.path, {
    data: { title: 'Rounds', tracks: [first, second, first] },
    headers: { 'auth-token': token },
  })
  await page.goto(`/userplaylists/${(await created.json())._id}`)
  const rows = main(page).getByRole('list', { name: 'Rounds' }).getByRole('listitem')
  await until(() => rows.count()).toBe(3)
  await rows.nth(2).hover()
  await rows.nth(2).getByRole('button', { name: 'Play' }).click()
  await rows.nth(2).getByRole('button', { name: 'Pause' }).waitFor()
  expect(await rows.nth(0).locator('[data-current]').count()).toBe(0)
  expect(await violations(page)).toEqual([])
  await rows.nth(0).hover()
  await rows.nth(0).getByRole('button', { name: 'More options' }).click()
  await page.getByRole('menuitem', { name: 'Remove from playlist' }).click()
  await until(() => rows.count()).toBe(2)
  await rows.nth(1).getByRole('button', { name: 'Pause' }).waitFor()
})
