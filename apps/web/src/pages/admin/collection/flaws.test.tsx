import {
  type Collection,
  fetchAlbumsNamedByFolder,
  fetchBrokenAlbums,
  fetchCollection,
} from '@refrain/contract/administration/collection'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearSession } from '../../../account/session.ts'
import { mockAccounts, mockAdministrator } from '../../../testing/mock-accounts.ts'
import { type MockCall, mockCall } from '../../../testing/mock-calls.ts'
import { showPage } from '../../../testing/show-page.tsx'

vi.mock('../../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  clearSession()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const at = '2026-11-23T12:00:00.000Z'
const none = { added: 0, changed: 0, unchanged: 0, moved: 0, unavailable: 0, forgotten: 0, skipped: 0 }
const flawless: Collection = {
  folders: [],
  canAddFolder: false,
  watch: { isOn: false, isFixed: false, isWatching: false, folders: [], nextWalkAt: null },
  running: null,
  runs: [{ id: 'run', startedAt: at, endedAt: at, result: 'done', problem: '', ...none, added: 1 }],
  skippedFiles: 0,
  missingTracks: 0,
  albumsWithoutCover: 0,
  artistsWithoutPicture: 0,
  albumsNamedByFolder: 0,
  albumsWithBrokenTexts: 0,
  uploadedPictures: 0,
}
const NOTHING_TO_DO =
  'Every file was imported, and every album and artist has a name that reads well and a picture.'

/** Opens the page, and returns what needs attention. */
async function showFlaws(flaws: Partial<Collection>, ...mocks: MockCall[]) {
  const server = mockAccounts(
    mockAdministrator,
    mockCall(fetchCollection, () => ({ ...flawless, ...flaws })),
    ...mocks,
  )
  await server.signIn()
  await showPage('/admin/collection')
  return screen.findByRole('region', { name: 'Needs attention' })
}

/** Opens the list of a title as its browser does. */
function openList(attention: HTMLElement, title: string) {
  const list = within(attention).getByText(title).closest('details')!
  list.open = true
  fireEvent(list, new Event('toggle'))
  return list
}

it('praises a collection without flaws', async () => {
  const attention = await showFlaws({})
  expect(within(attention).getByText(NOTHING_TO_DO)).toBeDefined()
  expect(within(attention).queryByText('Albums named by their folder')).toBeNull()
})

it('lists albums named by their folder with links, and says to tag them (COLL-01)', async () => {
  const attention = await showFlaws(
    { albumsNamedByFolder: 2 },
    mockCall(fetchAlbumsNamedByFolder, ({ after }) =>
      after === undefined
        ? { albums: [{ id: 'a1', name: 'Demos', artist: 'Ada' }], next: '1' }
        : { albums: [{ id: 'a2', name: 'Rehearsals', artist: 'Bo' }] },
    ),
  )
  expect(within(attention).queryByText(NOTHING_TO_DO)).toBeNull()
  const list = within(openList(attention, 'Albums named by their folder'))
  expect((await list.findByRole('link', { name: 'Demos' })).getAttribute('href')).toBe('/albums/a1')
  expect(list.getByText('Ada')).toBeDefined()
  expect(list.getByText(/^No track says its album.*Add the album to the tags/)).toBeDefined()
  fireEvent.click(list.getByRole('button', { name: 'Show more' }))
  expect(await list.findByRole('link', { name: 'Rehearsals' })).toBeDefined()
})

it('shows how broken texts read in other character sets, and what to do (COLL-02)', async () => {
  const broken = {
    id: 'a1',
    name: 'Äà',
    artist: 'Ada',
    texts: ['Äà', 'Ñîí'],
    readings: [
      { charset: 'windows-1251', texts: ['Да', 'Сон'] },
      { charset: 'windows-1253', texts: ['Δΰ', 'Ρξν'] },
    ],
  }
  const attention = await showFlaws(
    { albumsWithBrokenTexts: 2 },
    mockCall(fetchBrokenAlbums, () => ({
      albums: [
        { ...broken, takesCharset: true },
        { ...broken, id: 'a2', name: 'Ñîí', takesCharset: false },
      ],
    })),
  )
  expect(within(attention).queryByText(NOTHING_TO_DO)).toBeNull()
  const list = within(openList(attention, 'Albums whose texts look broken'))
  expect((await list.findByRole('link', { name: 'Äà' })).getAttribute('href')).toBe('/albums/a1')
  expect(list.getByText(/set TAG_CHARSET to its name, restart the service and scan again/)).toBeDefined()
  const [forced, other] = list.getAllByRole('listitem').map(item => within(item))
  const named = forced!.getAllByRole('term').map(term => [term.textContent, term.nextSibling?.textContent])
  expect(forced!.getByText('Äà · Ñîí')).toBeDefined()
  expect(named).toEqual([
    ['windows-1251', 'Да · Сон'],
    ['windows-1253', 'Δΰ · Ρξν'],
  ])
  const correct = 'TAG_CHARSET does not apply here. Correct the tags of the files.'
  expect([forced!.queryByText(correct), other!.getByText(correct).tagName]).toEqual([null, 'P'])
})
