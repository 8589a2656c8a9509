import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../api/query-client.ts'
import { albumTracksQuery } from '../../catalogue/catalogue-queries.ts'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { pressAlbum, pressList, startAlbum, startList } from './play.ts'
import { player } from './player.ts'
import { toPlayerTrack } from './player-track.ts'
import { shuffleList } from './shuffle-list.ts'

vi.mock('./player.ts')

const album = makeAlbum('al1', 12)
const tracks = makeTracks(album)
const mix = { id: 'mix-ge1', title: 'Daily Mix 1', tracks: makeTracks(makeAlbum('al2', 12)) }

const shuffleAlbum = () => shuffleList('al1', () => void startAlbum(album))
const shuffleMix = () => shuffleList(mix.id, () => startList(mix))
const listed = () => player.getState().queue.map(track => track.id)

beforeEach(() => queryClient.setQueryData(albumTracksQuery('al1').queryKey, tracks))
afterEach(() => {
  player.stop()
  if (player.getState().shuffled.album) player.toggleShuffle('album')
  queryClient.clear()
})

it('plays an album or another list in a random order, from the first track of that order (PROP-68)', async () => {
  shuffleAlbum()
  await vi.waitFor(() => expect(player.getState().track?.albumId).toBe('al1'))
  expect(player.getState()).toMatchObject({ index: 0, shuffled: { album: true, user: false } })
  expect(listed()).not.toEqual(tracks.map(track => track.id))
  expect(listed().toSorted()).toEqual(tracks.map(track => track.id).toSorted())
  shuffleMix()
  expect(player.getState().shuffled.album).toBe(false)
  shuffleMix()
  expect(player.getState()).toMatchObject({ index: 0, list: { id: mix.id }, shuffled: { album: true } })
})

it('shuffles the list that plays without starting it again, and restores its order (PROP-68, ENG-18)', async () => {
  await pressAlbum(album)
  const { load, track } = player.getState()
  shuffleAlbum()
  expect(player.getState()).toMatchObject({ load, track, shuffled: { album: true } })
  shuffleAlbum()
  expect(player.getState()).toMatchObject({ load, track, shuffled: { album: false } })
  expect(listed()).toEqual(tracks.map(each => each.id))
})

it('switches shuffle off beside another list without starting it (PROP-68)', () => {
  pressList(mix)
  player.toggleShuffle('album')
  shuffleAlbum()
  expect(player.getState()).toMatchObject({ list: { id: mix.id }, shuffled: { album: false } })
})

it("leaves the listener's own tracks for the list (PROP-68)", () => {
  pressList(mix)
  player.addToQueue(toPlayerTrack(tracks[0]!))
  player.selectSource('user')
  shuffleMix()
  expect(player.getState()).toMatchObject({ source: 'album', shuffled: { album: true, user: false } })
})
