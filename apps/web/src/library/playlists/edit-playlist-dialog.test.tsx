import { updatePlaylist } from '@refrain/contract/library/playlists'
import { uploadPlaylistPicPath, uploadPlaylistPicture } from '@refrain/contract/media/picture-uploads'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { type LibraryServer, makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')
// Cropping is tested with picture-chooser.
vi.mock('../../media/upload/picture-chooser.tsx', () => ({
  default: (props: { wrongType: string; onPicture: (jpeg: Blob) => void }) => (
    <button type="button" title={props.wrongType} onClick={() => props.onPicture(new Blob(['jpeg']))}>
      Choose picture
    </button>
  ),
}))

let server: LibraryServer
let sent: string[]

/** Uploads and updates that the server received, in order. */
async function start(...more: readonly MockCall[]): Promise<void> {
  server = await mockLibrary(
    { playlists: [makePlaylist('p1', ['al1-1'])] },
    ...more,
    mockCall(uploadPlaylistPicPath, ({ target }) => {
      sent.push(target)
      return { success: true as const }
    }),
  )
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === uploadPlaylistPicture.path) {
      sent.push('the picture')
      return new Response('{"filePath":"new.jpg"}')
    }
    if (url === updatePlaylist.path) sent.push(`${new Headers(init.headers).get('if-match')} ${init.body}`)
    return fetch(url, init)
  })
  await showPage('/userplaylists/p1')
}
const update = (version: number, title: string, profile_path = '') =>
  `"${version}" ${JSON.stringify({ playlistId: 'p1', title, profile_path })}`

beforeEach(() => {
  sent = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const heading = () => screen.getByRole('heading', { level: 1 })
const dialog = () => screen.findByRole('dialog', { name: 'Edit details' })
async function open(): Promise<HTMLElement> {
  await screen.findByRole('grid', { name: heading().textContent ?? '' })
  fireEvent.click(within(heading()).getByRole('button'))
  return dialog()
}
const field = () => screen.getByLabelText<HTMLInputElement>('Title')
const type = (title: string) => fireEvent.change(field(), { target: { value: title } })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Update' })

it('opens from the title, with the title filled in (PLD-16, PROP-28)', async () => {
  await start()
  await open()
  expect(field().value).toBe('Playlist p1')
  expect(button().disabled).toBe(false)
})

it('opens from the menu (PLD-11, PLD-17)', async () => {
  await start()
  await screen.findByRole('grid', { name: 'Playlist p1' })
  fireEvent.click(within(screen.getByRole('main')).getAllByRole('button', { name: 'More options' })[0]!)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Edit details' }))
  await dialog()
  expect(field().value).toBe('Playlist p1')
})

it.each([
  ['', 'Title is required!'],
  ['   ', 'Title is required!'],
  ['ab', 'Title must be at least 3 characters long!'],
])('shows an error for the title %j and disables Update (VAL-11 to VAL-13)', async (title, message) => {
  await start()
  await open()
  type(title)
  expect(screen.getByText(message)).toBeDefined()
  expect(button().disabled).toBe(true)
  expect(field().getAttribute('aria-invalid')).toBe('true')
  type('abc')
  expect(screen.queryByText(message)).toBeNull()
  expect(button().disabled).toBe(false)
})

it('shows the new title at once in header and Library, and closes (PROP-28, ROLE-09)', async () => {
  await start()
  await open()
  type('  Rainy days ')
  fireEvent.click(button())
  await waitFor(() => expect(heading().textContent).toBe('Rainy days'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([update(1, 'Rainy days')])
  expect(document.title).toBe('Rainy days')
})

it('uploads the picture on Update, before the playlist (READ-63, PROP-28, VAL-15)', async () => {
  await start()
  await open()
  fireEvent.click(await screen.findByTitle('Please select a valid image file!'))
  await waitFor(async () => expect((await dialog()).querySelector('img[src^="data:"]')).not.toBeNull())
  expect(sent).toEqual([])
  fireEvent.click(button())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual(['playlist_profile/p1', 'the picture', update(1, 'Playlist p1', 'new.jpg')])
})

it('goes back to the previous picture if the upload fails, and only logs it (ERR-10, ERR-11)', async () => {
  await start(mockCall(uploadPlaylistPicPath, () => new Response('{"error":"no"}', { status: 500 })))
  const told = vi.spyOn(console, 'error').mockImplementation(() => {})
  await open()
  fireEvent.click(await screen.findByTitle('Please select a valid image file!'))
  const chosen = async () => (await dialog()).querySelector('img[src^="data:"]') !== null
  await waitFor(async () => expect(await chosen()).toBe(true))
  fireEvent.click(button())
  await waitFor(async () => expect(await chosen()).toBe(false))
  expect(told.mock.calls.map(([first]) => first)).toEqual(['Upload failed'])
  expect(sent).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

it('closes on a click outside, Escape, Cancel and scroll, and discards the edits (PLD-18 to PLD-20, READ-47)', async () => {
  await start()
  const ways: ((opened: HTMLElement) => void)[] = [
    opened => fireEvent.click(opened),
    opened => fireEvent(opened, new Event('cancel')),
    () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' })),
    () => {
      fireEvent.wheel(window)
      fireEvent.scroll(window)
    },
  ]
  for (const close of ways) {
    const opened = await open()
    expect(field().value).toBe('Playlist p1')
    type('Something else')
    fireEvent.click(field())
    fireEvent.scroll(opened)
    expect(opened.isConnected).toBe(true)
    close(opened)
    expect(opened.isConnected).toBe(false)
  }
  expect(sent).toEqual([])
})

it('saves if only the tracks were changed elsewhere (API-51)', async () => {
  await start()
  await open()
  type('Rainy days')
  Object.assign(server.playlists[0]!, { tracks: ['al1-1', 'al2-1'], version: 7 })
  refuseOtherVersions()
  fireEvent.click(button())
  await waitFor(() => expect(heading().textContent).toBe('Rainy days'))
  expect(sent).toEqual([update(1, 'Rainy days'), update(7, 'Rainy days')])
})

it('shows a title that was changed elsewhere instead of saving (API-51)', async () => {
  await start()
  await open()
  type('Rainy days')
  Object.assign(server.playlists[0]!, { title: 'From elsewhere', version: 7 })
  refuseOtherVersions()
  fireEvent.click(button())
  await waitFor(() => expect(field().value).toBe('From elsewhere'))
  expect(heading().textContent).toBe('From elsewhere')
  expect(sent).toEqual([update(1, 'Rainy days')])
  type('Rainy days')
  fireEvent.click(button())
  await waitFor(() => expect(heading().textContent).toBe('Rainy days'))
})

/** Rejects an outdated version, as the server does. */
function refuseOtherVersions(): void {
  const { fetch } = globalThis
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const match = new Headers(init.headers).get('if-match')
    if (url !== updatePlaylist.path || match === `"${server.playlists[0]?.version}"`) return fetch(url, init)
    sent.push(`${match} ${init.body}`)
    return new Response('{"error":"changed"}', { status: 412 })
  })
}

it('closes while a call is pending, whose answer then closes nothing else (PLD-18, PROP-61)', async () => {
  await start()
  const { fetch } = globalThis
  let answer = () => {}
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === updatePlaylist.path) await new Promise<void>(resolve => (answer = resolve))
    return fetch(url, init)
  })
  const editor = await open()
  fireEvent.input(within(editor).getByLabelText('Title'), { target: { value: 'Later' } })
  fireEvent.click(within(editor).getByRole('button', { name: 'Update' }))
  fireEvent.click(editor)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  fireEvent.click(within(heading()).getByRole('button'))
  await dialog()
  answer()
  await waitFor(() => expect(heading().textContent).toBe('Later'))
  expect(screen.getByRole('dialog', { name: 'Edit details' })).toBeDefined()
})
