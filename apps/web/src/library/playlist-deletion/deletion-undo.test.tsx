import {
  deletePlaylist as deletion,
  fetchUserPlaylists,
  restorePlaylist,
} from '@refrain/contract/library/playlists'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { mockCall } from '../../testing/mock-calls.ts'
import { makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { showPage } from '../../testing/show-page.tsx'
import { TOAST_MS } from '../../ui/dialogs/toast.tsx'
import { UNDO_MS } from './deletion-undo.tsx'
import { lastDeletion } from './last-deletion.ts'

vi.mock('../../listening/engine/player.ts')

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  lastDeletion.update({ deletion: null })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  localStorage.clear()
})

const refusal = () => new Response('{"error":"no"}', { status: 404 })
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const undo = () => screen.findByRole('button', { name: 'Undo' })
const isOffered = () => screen.queryByRole('button', { name: 'Undo' }) !== null
const card = (name: RegExp) => screen.findByRole('link', { name })

/** Deletes the playlist whose page is shown. */
async function remove(): Promise<void> {
  const main = within(screen.getByRole('main'))
  fireEvent.click((await main.findAllByRole('button', { name: 'More options' }))[0]!)
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { level: 1, name: 'Library' })
}

const three = () => makePlaylist('p1', ['al2-3', 'al1-1', 'al2-1'])

it('brings a playlist back under its address and says so (PROP-26)', async () => {
  const server = await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await remove()
  expect(screen.getByRole('region', { name: 'Deleted “Playlist p1”' })).toBeDefined()
  expect(screen.getByText('Deleted “Playlist p1”. Undo is the first button of the page.')).toBeDefined()
  await waitFor(() => expect(server.playlists).toEqual([]))
  fireEvent.click(await undo())
  expect(isOffered()).toBe(false)
  expect(document.activeElement).toBe(screen.getByRole('main'))
  expect((await card(/Playlist p1/)).getAttribute('href')).toBe('/userplaylists/p1')
  await screen.findByText('“Playlist p1” is back')
  expect(server.playlists).toMatchObject([{ id: 'p1', tracks: ['al2-3', 'al1-1', 'al2-1'] }])
})

it('brings likes back beside those since then (PROP-26)', async () => {
  const server = await mockLibrary({ liked: ['al1-1', 'al3-2'] })
  await showPage('/us1/library/likedSongs')
  await remove()
  await card(/Liked Songs *0 songs/)
  await waitFor(() => expect(server.liked.tracks).toEqual([]))
  server.liked.tracks.push('al2-1')
  fireEvent.click(await undo())
  await card(/Liked Songs *3 songs/)
  expect(server.liked.tracks).toEqual(['al1-1', 'al3-2', 'al2-1'])
})

it('is the first that a Tab reaches on the page (PROP-26)', async () => {
  await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await remove()
  const main = screen.getByRole('main')
  expect(document.activeElement).toBe(main)
  expect(main.querySelector('a, button')).toBe(await undo())
})

it('is offered for eight seconds, longer while the pointer or focus is on it (PROP-26)', async () => {
  const server = await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await remove()
  const button = await undo()
  fireEvent.pointerEnter(button.parentElement!)
  await pass(2 * UNDO_MS)
  fireEvent.focus(button)
  fireEvent.pointerLeave(button.parentElement!)
  await pass(2 * UNDO_MS)
  expect(isOffered()).toBe(true)
  fireEvent.blur(button)
  await pass(UNDO_MS + 1)
  expect(isOffered()).toBe(false)
  expect(server.playlists).toEqual([])
  expect(server.countCalls(restorePlaylist)).toBe(0)
})

it('is sent after the deletion, and what is shown stays meanwhile (PROP-26)', async () => {
  const sent: string[] = []
  const answer = Promise.withResolvers<void>()
  await mockLibrary(
    { playlists: [three()] },
    mockCall(deletion, async () => {
      sent.push('deletion')
      await answer.promise
      sent.push('deleted')
      return { success: true } as const
    }),
    mockCall(restorePlaylist, () => {
      sent.push('restoration')
      return three()
    }),
  )
  await showPage('/userplaylists/p1')
  await remove()
  fireEvent.click(await undo())
  await card(/Playlist p1/)
  expect(sent).toEqual(['deletion'])
  answer.resolve()
  await waitFor(() => expect(sent).toEqual(['deletion', 'deleted', 'restoration']))
  await card(/Playlist p1/)
})

it('says if the playlist could not be restored, which is gone again (PROP-26)', async () => {
  const server = await mockLibrary({ playlists: [three()] }, mockCall(restorePlaylist, refusal))
  await showPage('/userplaylists/p1')
  await remove()
  fireEvent.click(await undo())
  expect((await screen.findByRole('alert')).textContent).toBe('“Playlist p1” could not be restored.')
  await waitFor(() => expect(screen.queryByRole('link', { name: /Playlist p1/ })).toBeNull())
  expect(server.countCalls(fetchUserPlaylists)).toBeGreaterThan(0)
  await pass(TOAST_MS + 1)
  expect(screen.queryByRole('alert')).toBeNull()
})

it('is offered again if the server could not be reached (PROP-26)', async () => {
  let isReachable = false
  const server = await mockLibrary(
    { playlists: [three()] },
    mockCall(restorePlaylist, () => {
      if (!isReachable) return new Response('{"error":"no"}', { status: 503 })
      server.playlists.push(three())
      return three()
    }),
  )
  await showPage('/userplaylists/p1')
  await remove()
  await waitFor(() => expect(server.playlists).toEqual([]))
  fireEvent.click(await undo())
  await waitFor(() => expect(server.countCalls(restorePlaylist)).toBeGreaterThan(0))
  const again = await undo()
  expect(screen.queryByRole('alert')).toBeNull()
  isReachable = true
  fireEvent.click(again)
  await screen.findByText('“Playlist p1” is back')
})

it('is not offered for a deletion that failed (READ-59)', async () => {
  const answer = Promise.withResolvers<void>()
  await mockLibrary(
    { playlists: [three()] },
    mockCall(deletion, async () => {
      await answer.promise
      return refusal()
    }),
  )
  await showPage('/userplaylists/p1')
  await remove()
  // So that time does not end it.
  fireEvent.pointerEnter((await undo()).parentElement!)
  answer.resolve()
  await card(/Playlist p1/)
  await waitFor(() => expect(isOffered()).toBe(false))
})

it('stays if the answer to the deletion is lost (PROP-26)', async () => {
  const lost = Promise.withResolvers<void>()
  const server = await mockLibrary(
    { playlists: [three()] },
    mockCall(deletion, async () => {
      await lost.promise
      server.remove('p1')
      throw new TypeError('Failed to fetch')
    }),
  )
  await showPage('/userplaylists/p1')
  await remove()
  const fetched = server.countCalls(fetchUserPlaylists)
  lost.resolve()
  await waitFor(() => expect(server.countCalls(fetchUserPlaylists)).toBeGreaterThan(fetched))
  await pass(0)
  fireEvent.click(await undo())
  await card(/Playlist p1/)
  await screen.findByText('“Playlist p1” is back')
  expect(server.playlists).toMatchObject([{ id: 'p1' }])
})

it.each([
  ['a playlist', '/userplaylists/p1', /Playlist p1/],
  ['Liked Songs', '/us1/library/likedSongs', /Liked Songs *1 song/],
])('ends once %s turns out not to be deleted (PROP-26)', async (_, address, name) => {
  await mockLibrary(
    { playlists: [three()], liked: ['al1-1'] },
    mockCall(deletion, () => new Response('{"error":"busy"}', { status: 503 })),
  )
  await showPage(address)
  await remove()
  await card(name)
  // So that time does not end it.
  if (isOffered()) fireEvent.pointerEnter((await undo()).parentElement!)
  await waitFor(() => expect(isOffered()).toBe(false))
})

it('is offered for the later of two deletions', async () => {
  const server = await mockLibrary({ playlists: [three(), makePlaylist('p2', ['al1-1'])] })
  const router = await showPage('/userplaylists/p1')
  await remove()
  await act(() => router.navigate('/userplaylists/p2'))
  await screen.findByRole('heading', { level: 1, name: 'Playlist p2' })
  await remove()
  await waitFor(() => expect(server.playlists).toEqual([]))
  fireEvent.click(await undo())
  await waitFor(() => expect(server.playlists.map(({ id }) => id)).toEqual(['p2']))
})

it('is not offered to whoever signs in next', async () => {
  const server = await mockLibrary({ playlists: [three()] })
  await showPage('/userplaylists/p1')
  await remove()
  await undo()
  act(() => {
    const { deletion } = lastDeletion.getState()
    lastDeletion.update({ deletion: { ...deletion!, token: 'another' } })
  })
  expect(isOffered()).toBe(false)
  expect(server.countCalls(restorePlaylist)).toBe(0)
})
