import { TOKEN_HEADER } from '@refrain/contract/account/session'
import { fetchTracksByIds } from '@refrain/contract/catalogue/tracks'
import { editPlaylist, type MatchReason, matchTracks } from '@refrain/contract/library/playlist-tracks'
import { createPlaylist, updatePlaylist } from '@refrain/contract/library/playlists'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { beginSession, clearSession } from '../../account/session.ts'
import { type MockCall, mockCall } from '../../testing/mock-calls.ts'
import { albums, mockLibrary } from '../../testing/mock-library.ts'
import { makeTracks } from '../../testing/records.ts'
import { showPage } from '../../testing/show-page.tsx'

vi.mock('../../listening/engine/player.ts')

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const TRACKS = makeTracks(albums[0]!)

/** A server that matches tracks by title only; of `Which` it offers two. */
const matching = mockCall(matchTracks, ({ entries }) => {
  const tracks = entries.map(entry => TRACKS.find(({ title }) => title === entry.title) ?? null)
  const isOffered = (index: number) => entries[index]?.title === 'Which'
  return {
    tracks,
    reasons: tracks.map((track, index): MatchReason => {
      if (track) return 'names'
      return isOffered(index) ? 'several' : 'unknown'
    }),
    candidates: tracks.map((_, index) => (isOffered(index) ? [TRACKS[1]!.id, TRACKS[2]!.id] : [])),
  }
})

async function importFile(text: string, name: string, ...more: readonly MockCall[]) {
  const server = await mockLibrary({}, ...more, matching)
  const router = await showPage('/us1/library')
  await screen.findByRole('button', { name: 'Import playlist' })
  choose(text, name)
  return { server, router, path: () => router.state.location.pathname }
}

function choose(text: string, name: string): void {
  const file = new File([text], name)
  const bytes = new TextEncoder().encode(text)
  Object.assign(file, { bytes: async () => bytes, arrayBuffer: async () => bytes.buffer })
  fireEvent.change(screen.getByLabelText('Playlist file'), { target: { files: [file] } })
}

it('creates a playlist with the title of the file, opens it and announces how much was found (ROLE-09)', async () => {
  const text =
    '#EXTM3U\n#PLAYLIST:Road trip\n#EXTINF:185,Artist ar1 - Track 2\na\n#EXTINF:185,Artist ar1 - Track 1\nb'
  const { server, path } = await importFile(text, 'x.m3u8')
  await waitFor(() => expect(path()).toBe('/userplaylists/new1'))
  expect(server.playlists[0]).toMatchObject({ title: 'Road trip', tracks: ['al1-2', 'al1-1'] })
  expect(document.querySelector('[data-part="announcement"]')?.textContent).toBe('2 of 2 songs found.')
})

it('shows what was found for each line before it creates the playlist', async () => {
  const { server, path } = await importFile('Track 1.mp3\nNobody - Nothing.mp3\nTrack 3.mp3', 'Sunday.m3u')
  const dialog = within(await screen.findByRole('dialog', { name: 'Sunday' }))
  expect(dialog.getByText('2 of 3 songs found.')).toBeDefined()
  const textOf = (name: string) => dialog.getByRole('list', { name }).textContent
  expect(textOf('Not found')).toBe('Nobody - NothingNot in the catalogue.')
  expect(textOf('Found')).toContain('Track 1Artist ar1 - Track 1, by its names')
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.countCalls(createPlaylist)).toBe(0)
  fireEvent.click(dialog.getByRole('button', { name: 'Create Playlist' }))
  await waitFor(() => expect(path()).toBe('/userplaylists/new1'))
})

it('lets the listener choose among several songs, and keeps order and repeats (SUB-110)', async () => {
  const { server, path } = await importFile('Track 1.mp3\nWhich.mp3\nTrack 1.mp3\nWhich.mp3', 'Sunday.m3u')
  const dialog = within(await screen.findByRole('dialog', { name: 'Sunday' }))
  expect(dialog.getAllByText('Several songs fit.')).toHaveLength(2)
  const [choice] = dialog.getAllByRole('combobox', { name: 'Song for Which' })
  fireEvent.change(choice!, { target: { value: 'al1-3' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Create Playlist' }))
  await waitFor(() => expect(path()).toBe('/userplaylists/new1'))
  expect(server.playlists[0]?.tracks).toEqual(['al1-1', 'al1-3', 'al1-1'])
})

it('sends the end of the path of a file', async () => {
  const paths: (string | undefined)[] = []
  const counting = mockCall(matchTracks, ({ entries }) => {
    paths.push(...entries.map(({ path }) => path))
    const reasons: MatchReason[] = ['path', 'path']
    return { tracks: [TRACKS[0]!, TRACKS[0]!], reasons, candidates: [[], []] }
  })
  const long = `${'Folder/'.repeat(100)}Album/01 Song.mp3`
  await importFile(`file:///${long}\n..\\Album\\01 Song.mp3`, 'x.m3u8', counting)
  await waitFor(() => expect(paths).toHaveLength(2))
  expect(paths[0]).toMatch(/^file:\/.*Folder\/Album\/01 Song\.mp3$/)
  expect(paths[0]).toHaveLength(600)
  expect(paths[1]).toBe('..\\Album\\01 Song.mp3')
})

it('matches its own tracks by their links, whatever their titles', async () => {
  const text =
    '{"playlist":{"title":"Rain","track":[{"title":"Other","location":["https://r/track/al1-3"]}]}}'
  const { server } = await importFile(text, 'x.jspf')
  await waitFor(() => expect(server.playlists[0]?.tracks).toEqual(['al1-3']))
  expect(server.countCalls(fetchTracksByIds)).toBeGreaterThan(0)
})

it('creates no playlist if nothing is found or the file is invalid, and says so (READ-59)', async () => {
  const { server } = await importFile('<html/>', 'x.xspf')
  expect(await screen.findByText('There are no songs in this file.')).toBeDefined()
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Create Playlist' })).toBeNull()
  expect(server.countCalls(createPlaylist)).toBe(0)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('keeps the default title if the server rejects the title of the file (PROP-24, PROP-27)', async () => {
  const refusing = mockCall(updatePlaylist, () => new Response('{"error":"No"}', { status: 400 }))
  const { server } = await importFile('#PLAYLIST:Liked Songs\nTrack 1.mp3', 'x.m3u8', refusing)
  await waitFor(() =>
    expect(server.playlists[0]).toMatchObject({ title: 'My Playlist #1', tracks: ['al1-1'] }),
  )
})

it('asks for at most 1,000 tracks per call', async () => {
  const sizes: number[] = []
  const counting = mockCall(matchTracks, ({ entries }) => {
    sizes.push(entries.length)
    return {
      tracks: entries.map(() => TRACKS[0]!),
      reasons: entries.map((): MatchReason => 'names'),
      candidates: entries.map(() => []),
    }
  })
  const names = Array.from({ length: 10_500 }, (_, place) => `Song ${place}x.mp3`)
  await importFile(names.join('\n'), 'x.m3u8', counting)
  await waitFor(() => expect(sizes).toEqual(Array(10).fill(1_000)))
})

it('does not navigate if the listener has left the page meanwhile', async () => {
  const { router, path } = await importFile('', 'Empty.m3u')
  const { fetch } = globalThis
  let answer: (() => void) | undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (url === matchTracks.path) await new Promise<void>(resolve => (answer = resolve))
    return fetch(url, init)
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  choose('Track 1.mp3', 'Sunday.m3u')
  await waitFor(() => expect(answer).toBeDefined())
  await router.navigate('/settings')
  await screen.findByRole('heading', { level: 1, name: 'Settings' })
  answer?.()
  await waitFor(() =>
    expect(document.querySelector('[data-part="announcement"]')?.textContent).toBe('1 of 1 song found.'),
  )
  expect(path()).toBe('/settings')
})

it('creates and shows nothing for a listener who signs in meanwhile', async () => {
  const { server, path } = await importFile('', 'Empty.m3u')
  fireEvent.click(await screen.findByRole('button', { name: 'Close' }))
  const { fetch } = globalThis
  const isChange = (url: string) =>
    url === createPlaylist.path || url === updatePlaylist.path || url.endsWith('/edit')
  const under: (string | null)[] = []
  let answer: (() => void) | undefined
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (isChange(url)) under.push(new Headers(init.headers).get(TOKEN_HEADER))
    if (url === matchTracks.path) await new Promise<void>(resolve => (answer = resolve))
    return fetch(url, init)
  })
  choose('Track 1.mp3\nTrack 2.mp3', 'Sunday.m3u')
  await waitFor(() => expect(answer).toBeDefined())
  clearSession()
  await beginSession('bob')
  answer?.()
  await waitFor(() => expect(server.countCalls(editPlaylist)).toBe(1))
  await waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Import playlist', busy: true })).toBeNull(),
  )
  expect(under).toEqual(['ada', 'ada', 'ada'])
  expect(document.querySelector('[data-part="announcement"]')?.textContent).not.toContain('2 of 2')
  expect(path()).not.toContain('/userplaylists/')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('creates nothing if the session has ended meanwhile', async () => {
  const refusing = mockCall(matchTracks, () => {
    clearSession()
    return new Response('{"error":"No"}', { status: 401 })
  })
  const { server } = await importFile('Track 1.mp3', 'Sunday.m3u', refusing)
  await waitFor(() => expect(server.countCalls(matchTracks)).toBe(1))
  await new Promise(resolve => setTimeout(resolve))
  expect(server.countCalls(createPlaylist)).toBe(0)
})
