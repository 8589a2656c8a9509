import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import type { PlayerTrack } from '../state/player-state.ts'
import { publishMediaSession } from './media-session.ts'

const track = (id: string): PlayerTrack => ({
  id,
  title: `Title ${id}`,
  albumId: 'album',
  albumTitle: 'Album',
  artistId: 'artist',
  artistName: 'Ines',
  genre: '',
  audioSrc: `/audio/album/${id}.flac`,
  durationSeconds: 100,
  artwork: `/profile_path/album_profile/album/${id}-256.webp`,
  disc: 1,
  number: 0,
})

class FakeSession {
  metadata: MediaMetadata | null = null
  playbackState: MediaSessionPlaybackState = 'none'
  readonly handlers = new Map<string, MediaSessionActionHandler>()
  readonly setPositionState = vi.fn()
  setActionHandler(name: string, act: MediaSessionActionHandler | null): void {
    if (act) this.handlers.set(name, act)
    else this.handlers.delete(name)
  }
  press(action: MediaSessionAction, details: Partial<MediaSessionActionDetails> = {}): void {
    this.handlers.get(action)?.({ action, ...details })
  }
}

let output: FakeOutput
let player: Player
let session: FakeSession
let time: number
let unpublish: () => void
beforeEach(() => {
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(init: MediaMetadataInit) {
        Object.assign(this, init)
      }
    },
  )
  output = createFakeOutput()
  player = createPlayer({ output })
  session = new FakeSession()
  time = 0
  unpublish = publishMediaSession({
    player,
    albumLabel: 'Refrain',
    session: session as unknown as MediaSession,
    now: () => time,
  })
  player.playAlbum({ id: 'album', title: 'Album', type: 'album', tracks: [track('a'), track('b')] })
  output.events.emit({ type: 'playing' })
})

it('publishes the track with artwork of 256×256 and the fixed album label (BAR-14, BAR-15, BAR-16, CON-19)', () => {
  expect(session.metadata).toEqual({
    title: 'Title a',
    artist: 'Ines',
    album: 'Refrain',
    artwork: [{ src: '/profile_path/album_profile/album/a-256.webp', sizes: '256x256' }],
  })
  expect(session.playbackState).toBe('playing')
})

it('handles the buttons of the system', () => {
  session.press('pause')
  expect(player.getState().status).toBe('paused')
  expect(session.playbackState).toBe('paused')
  session.press('play')
  session.press('nexttrack')
  expect(player.getState().track?.id).toBe('b')
  session.press('previoustrack')
  expect(player.getState().track?.id).toBe('a')
  session.press('seekto', { seekTime: 50 })
  expect(player.progress.getState().position).toBe(50)
})

it('leaves previous and next on lock screens, which show seeking by seconds in their place', () => {
  expect([...session.handlers.keys()]).toEqual([
    'play',
    'pause',
    'stop',
    'previoustrack',
    'nexttrack',
    'seekto',
  ])
})

it("pauses at the start of the track on the system's stop button (BAR-14)", () => {
  player.addToQueue(track('own'))
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  session.press('stop')
  const { status, track: loaded, orders } = player.getState()
  expect(status).toBe('paused')
  expect(loaded?.id).toBe('a')
  expect(player.progress.getState().position).toBe(0)
  expect(orders.user.map(each => each.id)).toEqual(['own'])
  expect(orders.album).toHaveLength(2)
})

it('handles the other actions if the browser does not know one', () => {
  class OldSession extends FakeSession {
    override setActionHandler(name: string, act: MediaSessionActionHandler | null): void {
      if (name === 'stop') throw new TypeError('unknown action')
      super.setActionHandler(name, act)
    }
  }
  const old = new OldSession()
  publishMediaSession({ player, albumLabel: 'Refrain', session: old as unknown as MediaSession })
  old.press('nexttrack')
  expect(player.getState().track?.id).toBe('b')
})

it('publishes the position only when it jumps, and never beyond the end', () => {
  session.setPositionState.mockClear()
  time = 1_000
  output.events.emit({ type: 'position', position: 1, duration: 100 })
  expect(session.setPositionState).not.toHaveBeenCalled()
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  expect(session.setPositionState).toHaveBeenLastCalledWith({ position: 60, duration: 100, playbackRate: 1 })
})

it('publishes the playback speed', () => {
  player.setSettings({ rate: 2 })
  expect(session.setPositionState).toHaveBeenLastCalledWith({ position: 0, duration: 100, playbackRate: 2 })
  session.setPositionState.mockClear()
  for (const second of [1, 2, 3]) {
    time = second * 1_000
    output.events.emit({ type: 'position', position: second * 2, duration: 100 })
  }
  expect(session.setPositionState).not.toHaveBeenCalled()
})

it('stops the clock while loading and lets the button pause', () => {
  output.events.emit({ type: 'position', position: 60, duration: 100 })
  output.events.emit({ type: 'waiting' })
  const [standing] = session.setPositionState.mock.lastCall ?? []
  expect(standing.playbackRate).toBeGreaterThan(0)
  expect(standing.playbackRate).toBeLessThan(0.01)
  expect(session.playbackState).toBe('playing')
  output.events.emit({ type: 'playing' })
  expect(session.setPositionState).toHaveBeenLastCalledWith({ position: 60, duration: 100, playbackRate: 1 })
})

it('publishes that nothing plays after a stop and reverts everything', () => {
  player.stop()
  expect(session.metadata).toBeNull()
  expect(session.playbackState).toBe('none')
  unpublish()
  expect(session.handlers.size).toBe(0)
})
