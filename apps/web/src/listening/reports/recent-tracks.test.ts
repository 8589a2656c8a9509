import { createFakeOutput } from '@refrain/player/output/fake-output'
import { createPlayer } from '@refrain/player/player'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { toPlayingList } from '../engine/player-track.ts'
import { forgetRecent, readRecent, saveRecent } from './recent-tracks.ts'

const album = makeAlbum('al1', 6)
const list = toPlayingList(album, makeTracks(album))

function startPlayer() {
  const output = createFakeOutput()
  const player = createPlayer({ output })
  saveRecent(player)
  return { output, player }
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

it('saves a track when its playback starts, not before (ENG-15, STO-10)', () => {
  const { output, player } = startPlayer()
  player.playAlbum(list)
  expect(localStorage.getItem('recent')).toBeNull()
  output.events.emit({ type: 'playing' })
  expect(localStorage.getItem('recent')).toBe('["al1-1"]')
})

it('saves the tracks that follow without a gap, the last four (ENG-15 to ENG-17, CON-01)', () => {
  const { output, player } = startPlayer()
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  for (const track of list.tracks.slice(1)) output.events.emit({ type: 'advanced', track })
  expect(readRecent()).toEqual(['al1-6', 'al1-5', 'al1-4', 'al1-3'])
  player.playTrack(list.tracks[3]!)
  output.events.emit({ type: 'playing' })
  expect(readRecent()).toEqual(['al1-4', 'al1-6', 'al1-5', 'al1-3'])
})

it('does not save a track again while it plays on, whatever another tab plays', () => {
  const { output, player } = startPlayer()
  player.playAlbum(list)
  output.events.emit({ type: 'playing' })
  localStorage.setItem('recent', '["elsewhere","al1-1"]')
  player.setVolume(0.5)
  player.pause()
  player.resume()
  output.events.emit({ type: 'playing' })
  expect(readRecent()).toEqual(['elsewhere', 'al1-1'])
})

it('moves a track that starts again to the front (READ-54, ENG-15)', () => {
  const { output, player } = startPlayer()
  player.playAlbum({ ...list, tracks: list.tracks.slice(0, 1) })
  output.events.emit({ type: 'playing' })
  localStorage.setItem('recent', '["elsewhere","al1-1"]')
  output.events.emit({ type: 'advanced', track: list.tracks[0]! })
  expect(readRecent()).toEqual(['al1-1', 'elsewhere'])
  localStorage.setItem('recent', '["elsewhere","al1-1"]')
  player.next()
  output.events.emit({ type: 'playing' })
  expect(readRecent()).toEqual(['al1-1', 'elsewhere'])
})

it.each(['nonsense', '{"a":1}', 'null', '""'])('reads %s as an empty list (STO-10, PROP-42)', saved => {
  localStorage.setItem('recent', saved)
  expect(readRecent()).toEqual([])
})

it('drops invalid, duplicate and surplus ids from a saved list (PROP-42)', () => {
  localStorage.setItem('recent', JSON.stringify(['a', 7, null, '../b', 'a', 'c', 'd', 'e', 'f']))
  expect(readRecent()).toEqual(['a', 'c', 'd', 'e'])
})

it('removes tracks that are no longer in the catalogue (HOME-02)', () => {
  localStorage.setItem('recent', '["a","b","c"]')
  forgetRecent(['b'])
  expect(readRecent()).toEqual(['a', 'c'])
})

it('keeps playing if nothing can be saved (PROP-42)', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new Error('full')
  })
  const { output, player } = startPlayer()
  player.playAlbum(list)
  expect(() => output.events.emit({ type: 'playing' })).not.toThrow()
  expect(player.getState().status).toBe('playing')
})
