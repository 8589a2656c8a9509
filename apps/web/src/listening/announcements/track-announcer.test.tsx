import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { player } from '../engine/player.ts'
import { toPlayerTrack } from '../engine/player-track.ts'
import { TrackAnnouncer } from './announcer.tsx'

vi.mock('../engine/player.ts')

const [first, second] = makeTracks(makeAlbum('al1', 2)).map(toPlayerTrack) as [Track, Track]
type Track = ReturnType<typeof toPlayerTrack>

afterEach(() => {
  cleanup()
  player.stop()
})

const announced = () => screen.getByRole('status').textContent

it('announces a restored track once it plays, and every track that starts (PROP-50)', () => {
  render(<TrackAnnouncer />)
  act(() =>
    player.restore({
      track: first,
      position: 30,
      list: { id: 'al1', title: 'Album al1', type: 'album' },
      source: 'album',
      naturalOrders: { album: [first, second], user: [] },
      shuffled: { album: false, user: false },
      orders: { album: [], user: [] },
    }),
  )
  expect(player.getState().status).toBe('paused')
  expect(announced()).toBe('')
  act(() => player.resume())
  expect(announced()).toBe(`${first.title}, ${first.artistName}`)
  act(() => player.pause())
  expect(announced()).toBe(`${first.title}, ${first.artistName}`)
  act(() => player.next())
  expect(announced()).toBe(`${second.title}, ${second.artistName}`)
})
