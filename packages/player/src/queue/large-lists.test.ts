import { expect, it } from 'vitest'
import { watchHalfPlayed } from '../history/half-played.ts'
import { createFakeOutput } from '../output/fake-output.ts'
import { createPlayer } from '../player.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { makeAlbum, makeIds, makeTrack } from '../testing/make-tracks.ts'

const COUNT = 10_000

/** An album that counts reads of its track ids: walking through the list reads them all. */
function makeCountedAlbum() {
  let reads = 0
  const tracks = makeIds(COUNT).map(id => {
    const track = makeTrack(id)
    Object.defineProperty(track, 'id', {
      get() {
        reads++
        return id
      },
    })
    return track
  })
  return {
    album: { ...makeAlbum(), tracks },
    readsOf(act: () => void) {
      reads = 0
      act()
      return reads
    },
  }
}

const { album, readsOf } = makeCountedAlbum()
const output = createFakeOutput()
const player = createPlayer({ output })
watchHalfPlayed(player, () => {})

it('reads each track a few times to start and shuffle 10,000 tracks (ENG-18)', () => {
  expect(readsOf(() => player.playAlbum(album))).toBeLessThan(5 * COUNT)
  expect(readsOf(() => player.toggleShuffle('album'))).toBeLessThan(5 * COUNT)
  expect(readsOf(() => player.playAlbum(album, '5000'))).toBeLessThan(10 * COUNT)
})

it('reads a few tracks for events and steps within 10,000 tracks', () => {
  const few = 100
  expect(readsOf(() => output.events.emit({ type: 'playing' }))).toBeLessThan(few)
  expect(readsOf(() => output.events.emit({ type: 'position', position: 60, duration: 100 }))).toBeLessThan(
    few,
  )
  expect(readsOf(() => player.next())).toBeLessThan(few)
  expect(readsOf(() => player.previous())).toBeLessThan(few)
  expect(
    readsOf(() => output.events.emit({ type: 'advanced', track: output.next as PlayerTrack })),
  ).toBeLessThan(few)
  expect(
    readsOf(() => output.events.emit({ type: 'unplayable', track: output.next as PlayerTrack })),
  ).toBeLessThan(few)
  expect(readsOf(() => output.events.emit({ type: 'ended' }))).toBeLessThan(few)
  expect(readsOf(() => player.playFrom('album', '7000'))).toBeLessThan(few)
  expect(readsOf(() => player.selectSource('user'))).toBeLessThan(few)
  expect(readsOf(() => player.selectSource('album'))).toBeLessThan(few)
})

it('reads each track a few times to add 10,000 tracks one by one (NOW-18)', () => {
  const adding = readsOf(() => {
    for (const track of album.tracks) player.addToQueue(track)
  })
  expect(adding).toBeLessThan(20 * COUNT)
  expect(player.getState().naturalOrders.user).toHaveLength(COUNT)
})
