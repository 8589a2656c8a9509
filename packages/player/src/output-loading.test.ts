import { beforeEach, expect, it, vi } from 'vitest'
import { createFakeOutput, type FakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import { makeAlbum, makeTrack } from './testing/make-tracks.ts'

/** However busy the machine is. */
const SOON = { timeout: 15_000 }

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** A player whose output is loaded on demand; each load resolves or rejects when the test says so. */
function setUp() {
  const loads: PromiseWithResolvers<FakeOutput>[] = []
  const player = createPlayer({
    output() {
      const load = Promise.withResolvers<FakeOutput>()
      loads.push(load)
      return load.promise
    },
  })
  return { player, loads }
}

const album = makeAlbum('a', 'b')

it('loads the output when a track starts or when asked to, and once only', () => {
  const { player, loads } = setUp()
  player.setVolume(0.5)
  expect(loads).toHaveLength(0)
  player.playAlbum(album)
  expect(loads).toHaveLength(1)
  player.pause()
  player.loadOutput()
  expect(loads).toHaveLength(1)
})

it('brings the output to the state that the listener has chosen meanwhile (ENG-03)', async () => {
  const { player, loads } = setUp()
  const output = createFakeOutput()
  player.setVolume(0.5)
  player.playAlbum(album)
  player.pause()
  player.seekTo(9)
  player.resume()
  loads[0]?.resolve(output)
  await vi.waitFor(() => expect(output.calls).toEqual(['volume 0.5', 'start a at 9']), SOON)
  expect(output.next?.id).toBe('b')
  output.events.emit({ type: 'playing' })
  expect(player.getState().status).toBe('playing')
  player.seekTo(1)
  expect(output.calls.at(-1)).toBe('seek 1')
})

it('stays paused if the listener paused before the output was loaded', async () => {
  const { player, loads } = setUp()
  const output = createFakeOutput()
  player.playAlbum(album)
  player.pause()
  loads[0]?.resolve(output)
  await vi.waitFor(() => expect(output.calls).toEqual(['volume 1', 'start a at 0', 'pause']), SOON)
})

it('starts only the track that was chosen last', async () => {
  const { player, loads } = setUp()
  const output = createFakeOutput()
  player.playAlbum(album)
  player.seekTo(9)
  player.setVolume(0.2)
  player.next()
  loads[0]?.resolve(output)
  await vi.waitFor(() => expect(output.calls).toEqual(['volume 0.2', 'start b at 0']), SOON)
})

it('pauses if the output cannot be loaded, and loads it again at the next start', async () => {
  const { player, loads } = setUp()
  const error = new Error('Loading chunk failed')
  player.playAlbum(album)
  loads[0]?.reject(error)
  await vi.waitFor(() => expect(player.getState().status).toBe('paused'), SOON)
  expect(console.error).toHaveBeenCalledExactlyOnceWith('Failed to play audio', error)
  player.resume()
  const output = createFakeOutput()
  loads[1]?.resolve(output)
  await vi.waitFor(() => expect(output.calls).toEqual(['volume 1', 'start a at 0']), SOON)
})

it.each([
  ['prefetching', (player: Player) => player.prefetch(makeTrack('z')), ['volume 1', 'prefetch z']],
  ['a new volume', (player: Player) => player.setVolume(0.2), ['volume 0.2']],
])(
  'does not start a track that failed when the output is loaded later: %s (ENG-06)',
  async (_, action, calls) => {
    const { player, loads } = setUp()
    const output = createFakeOutput()
    player.playAlbum(album)
    loads[0]?.reject(new Error('Loading chunk failed'))
    await vi.waitFor(() => expect(player.getState().status).toBe('paused'), SOON)
    action(player)
    expect(loads).toHaveLength(1)
    player.loadOutput()
    expect(loads).toHaveLength(2)
    loads[1]?.resolve(output)
    await vi.waitFor(() => expect(output.calls).toEqual(calls), SOON)
    expect(output.next).toBeNull()
  },
)

it('reports nothing if the output was only loaded in advance and that failed', async () => {
  const { player, loads } = setUp()
  player.loadOutput()
  loads[0]?.reject(new Error('offline'))
  await vi.waitFor(() => {
    player.loadOutput()
    expect(loads).toHaveLength(2)
  }, SOON)
  expect(console.error).not.toHaveBeenCalled()
  expect(player.getState().status).toBe('idle')
})

it('fades out an output that is loaded shortly before sleep', async () => {
  const { player, loads } = setUp()
  const output = createFakeOutput()
  player.playAlbum(album)
  player.setSleep({ kind: 'at', until: Date.now() + 3_000 })
  loads[0]?.resolve(output)
  await vi.waitFor(() => expect(output.calls.some(call => call.startsWith('fade out'))).toBe(true), SOON)
  player.destroy()
})

it('plays nothing after it was destroyed', async () => {
  const { player, loads } = setUp()
  const output = createFakeOutput()
  player.playAlbum(album)
  player.destroy()
  loads[0]?.resolve(output)
  await loads[0]?.promise
  expect(output.calls).toEqual([])
})
