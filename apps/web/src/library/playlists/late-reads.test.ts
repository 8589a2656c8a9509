import { addTracksToPlaylist } from '@refrain/contract/library/playlist-tracks'
import {
  createPlaylist as creation,
  deletePlaylist as deletion,
  fetchUserPlaylists,
  updatePlaylist,
} from '@refrain/contract/library/playlists'
import type { Operation } from '@refrain/contract/operation'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { type LibraryServer, makePlaylist, mockLibrary } from '../../testing/mock-library.ts'
import { SOON } from '../../testing/soon.ts'
import { deletePlaylist } from '../playlist-deletion/delete-playlist.ts'
import { addToPlaylist } from './add-to-playlist.ts'
import { createPlaylist } from './create-playlist.ts'
import { editPlaylist } from './edit-playlist.ts'
import { playlistsQuery } from './playlists-query.ts'

vi.mock('../../listening/engine/player.ts')

interface Held {
  readonly started: Promise<void>
  readonly release: () => void
}

let server: LibraryServer
let unsubscribe: () => void
const { queryKey } = playlistsQuery('ada')
const [p1, p2] = [makePlaylist('p1', ['al1-1']), makePlaylist('p2')]
const shown = () => queryClient.getQueryData(queryKey) ?? []
const titles = () => shown().map(({ title }) => title)
const tracksOf = (id: string) => shown().find(list => list.id === id)?.tracks
const asked = () => server.countCalls(fetchUserPlaylists)

beforeEach(async () => {
  queryClient.clear()
  server = await mockLibrary({ playlists: [{ ...p1 }, { ...p2 }] })
  unsubscribe = new QueryObserver(queryClient, playlistsQuery('ada')).subscribe(() => {})
  await vi.waitFor(() => expect(titles()).toEqual(['Playlist p1', 'Playlist p2']), SOON)
})
afterEach(() => {
  unsubscribe()
  vi.unstubAllGlobals()
  localStorage.clear()
  queryClient.clear()
})

/** Holds the next call. A read is answered with the data of when it was asked; a write happens when it is released. */
function hold({ path, method }: Operation): Held {
  const { fetch } = globalThis
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let isHeld = false
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (isHeld || url !== path) return fetch(url, init)
    isHeld = true
    const answer = method === 'GET' ? await fetch(url, init) : undefined
    begun.resolve()
    await gate.promise
    return answer ?? fetch(url, init)
  })
  return { started: begun.promise, release: gate.resolve }
}

/** Starts a read of the Library whose answer is held back. */
async function startRead(): Promise<Held> {
  const read = hold(fetchUserPlaylists)
  void queryClient.invalidateQueries({ queryKey })
  await read.started
  return read
}

function renameElsewhere(): void {
  Object.assign(server.playlists.find(({ id }) => id === 'p2')!, { title: 'From elsewhere', version: 2 })
}

/** Waits until nothing is being fetched. */
async function settle(): Promise<void> {
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0), SOON)
}

it('keeps a new playlist that an earlier read does not contain (PROP-24)', async () => {
  const before = asked()
  const read = await startRead()
  renameElsewhere()
  const made = await createPlaylist()
  expect(server.countCalls(creation)).toBe(1)
  expect(shown()[0]).toEqual(made)
  read.release()
  await settle()
  expect(titles()).toEqual([made.title, 'Playlist p1', 'From elsewhere'])
  expect(asked()).toBe(before + 2)
})

it('keeps an added track that an earlier read does not contain (PROP-19)', async () => {
  const add = hold(addTracksToPlaylist)
  const added = addToPlaylist('ada', p1, ['al2-1'])
  await add.started
  const read = await startRead()
  add.release()
  await added
  read.release()
  await settle()
  expect(tracksOf('p1')).toEqual(['al1-1', 'al2-1'])
})

it('keeps a new title that an earlier read does not contain (PROP-28)', async () => {
  const update = hold(updatePlaylist)
  const edited = editPlaylist('ada', p1, { title: 'Rainy days', picturePath: '' })
  await update.started
  const read = await startRead()
  update.release()
  await edited
  expect(titles()).toEqual(['Rainy days', 'Playlist p2'])
  read.release()
  await settle()
  expect(titles()).toEqual(['Rainy days', 'Playlist p2'])
})

it('shows a change from elsewhere that was being read when a track was added (PROP-19)', async () => {
  renameElsewhere()
  const read = await startRead()
  await addToPlaylist('ada', p1, ['al2-1'])
  read.release()
  await vi.waitFor(() => expect(titles()).toEqual(['Playlist p1', 'From elsewhere']), SOON)
  expect(tracksOf('p1')).toEqual(['al1-1', 'al2-1'])
})

it('shows a change from elsewhere that was being read when a playlist was deleted (PROP-26)', async () => {
  renameElsewhere()
  const read = await startRead()
  await deletePlaylist('ada', p1, Promise.resolve())
  expect(server.countCalls(deletion)).toBe(1)
  read.release()
  await vi.waitFor(() => expect(titles()).toEqual(['From elsewhere']), SOON)
})

it('refetches only after the last of several changes (PROP-19)', async () => {
  const before = asked()
  const read = await startRead()
  const first = hold(addTracksToPlaylist)
  const one = addToPlaylist('ada', p1, ['al2-1'])
  await first.started
  const second = hold(addTracksToPlaylist)
  const two = addToPlaylist('ada', p2, ['al2-2'])
  await second.started
  read.release()
  first.release()
  await one
  expect(asked()).toBe(before + 1)
  expect(tracksOf('p2')).toEqual(['al2-2'])
  second.release()
  await two
  await vi.waitFor(() => expect(asked()).toBe(before + 2), SOON)
  await settle()
  expect([tracksOf('p1'), tracksOf('p2')]).toEqual([['al1-1', 'al2-1'], ['al2-2']])
})
