import { beforeEach, describe, expect, it, vi } from 'vitest'
import { watchHalfPlayed } from './history/half-played.ts'
import { createFakeOutput } from './output/fake-output.ts'
import { createPlayer, type Player } from './player.ts'
import type { SleepSetting } from './sleep-timer.ts'
import type { PlaybackSettings } from './state/playback-settings.ts'
import type { PlayerTrack } from './state/player-state.ts'
import { makeAlbum, makeTracks } from './testing/make-tracks.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

const similar = { ...makeAlbum('s', 't'), id: 'similar', title: 'Title c', type: 'playlist' as const }

function setUp(settings: Partial<PlaybackSettings>, ids = ['a', 'b', 'c']) {
  const output = createFakeOutput()
  const player = createPlayer({ output, random: () => 0.4 })
  player.setSettings(settings)
  player.playAlbum(makeAlbum(...ids))
  output.events.emit({ type: 'playing' })
  /** The current track ends; as the sequencer does, goes on with what is prepared. */
  function end(): string {
    if (output.next) output.events.emit({ type: 'advanced', track: output.next })
    else output.events.emit({ type: 'ended' })
    const { status, track } = player.getState()
    return `${status} ${track?.id}`
  }
  return { player, output, end }
}

const idsOf = (tracks: readonly PlayerTrack[]) => tracks.map(({ id }) => id)

describe('at the end of tracks', () => {
  it.each<[Partial<PlaybackSettings>, string[]]>([
    [{}, ['playing b', 'playing c', 'playing a', 'playing b']],
    [{ repeat: 'all', autoplay: true }, ['playing b', 'playing c', 'playing a', 'playing b']],
    [{ repeat: 'one' }, ['playing a', 'playing a', 'playing a', 'playing a']],
    [{ repeat: 'off' }, ['playing b', 'playing c', 'paused c']],
    [{ repeat: 'off', autoplay: true }, ['playing b', 'playing c', 'paused c']],
  ])('goes on by %o (ENG-10, PROP-72)', (settings, expected) => {
    const { end } = setUp(settings)
    expect(expected.map(end)).toEqual(expected)
  })

  it.each(['all', 'one', 'off'] as const)(
    'leaves Next and Previous wrapping with repeat %s (ENG-09, PROP-72)',
    repeat => {
      const { player } = setUp({ repeat })
      const press = (action: 'next' | 'previous') => {
        player[action]()
        return player.getState().track?.id
      }
      expect([press('next'), press('next'), press('next')]).toEqual(['b', 'c', 'a'])
      expect([press('previous'), press('previous')]).toEqual(['c', 'b'])
    },
  )

  it('keeps the shuffled order when all repeat, and ends after its last track when repeat is off', () => {
    const { player, end } = setUp({}, ['a', 'b', 'c', 'd', 'e'])
    player.toggleShuffle('album')
    const order = idsOf(player.getState().queue)
    const from = order.indexOf('a')
    const heard = order.map((_, step) => order[(from + step + 1) % order.length])
    expect(order.map(() => end().split(' ')[1])).toEqual(heard)
    expect(idsOf(player.getState().queue)).toEqual(order)
    player.setSettings({ repeat: 'off' })
    const round = [...heard.slice(0, -1).map(id => `playing ${id}`), `paused ${heard.at(-2)}`]
    expect(round.map(end)).toEqual(round)
  })

  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  it.each<[string, (player: Player) => void]>([
    ['shuffled', () => {}],
    ['started at a row', player => player.playAlbum(makeAlbum(...ids), 'd')],
    ['started at a row of the queue', player => player.playFrom('album', 'b')],
    ['skipped through, and round its end', player => ids.forEach(() => void player.next())],
    [
      'continued by itself while all repeat',
      player => {
        player.setSettings({ repeat: 'all' })
        player.next()
        player.setSettings({ repeat: 'off' })
        player.previous()
      },
    ],
  ])('plays each track of a shuffled list once with repeat off: %s (PROP-72)', (_how, act) => {
    const { player, output, end } = setUp({ repeat: 'off' }, ids)
    player.toggleShuffle('album')
    act(player)
    output.events.emit({ type: 'playing' })
    const heard = [player.getState().track?.id]
    while (end().startsWith('playing') && heard.length < 20) heard.push(player.getState().track?.id)
    expect(heard.toSorted()).toEqual(ids)
    // The next round begins where this one did.
    player.resume()
    expect(player.getState()).toMatchObject({ track: { id: heard[0] } })
  })

  it('plays the rest of a shuffled round whose first track is removed, and all of a list that is opened later', () => {
    const { player, output, end } = setUp({ repeat: 'off' }, ['a', 'b'])
    player.addToQueue(...makeTracks('x', 'y', 'z'))
    player.toggleShuffle('user')
    player.selectSource('user')
    expect(end()).toMatch(/^playing/)
    player.removeFromQueue(player.getState().track!.id)
    expect([end(), end(), end()].map(each => each.split(' ')[0])).toEqual(['playing', 'playing', 'paused'])
    player.selectSource('album')
    player.playFrom('album', 'a')
    output.events.emit({ type: 'playing' })
    expect([end(), end()]).toEqual(['playing b', 'paused b'])
  })

  it('counts each repeat of a track as a load of its own (READ-54)', () => {
    const { player, output, end } = setUp({ repeat: 'one' })
    const counted: string[] = []
    watchHalfPlayed(player, ({ id }) => void counted.push(`${id} ${player.getState().load}`))
    for (let times = 0; times < 3; times++) {
      output.events.emit({ type: 'position', position: 60, duration: 100 })
      expect(end()).toBe('playing a')
      expect(player.progress.getState().position).toBe(0)
    }
    expect(counted).toEqual(['a 1', 'a 2', 'a 3'])
  })

  it('starts again from the first track when play is pressed after the end', () => {
    const { player, end } = setUp({ repeat: 'off' }, ['a'])
    expect(end()).toBe('paused a')
    player.resume()
    expect(player.getState()).toMatchObject({ status: 'loading', track: { id: 'a' }, load: 2 })
  })

  it.each([
    [99.6, 'a', 1, 0],
    [100, 'a', 1, 0],
    [100.4, 'a', 1, 0],
    [98, 'b', 0, 98],
  ])('starts again after a restored end of the list, at %d s', (position, id, load, from) => {
    const output = createFakeOutput()
    const player = createPlayer({ output })
    player.setSettings({ repeat: 'off' })
    const tracks = makeTracks('a', 'b')
    player.restore({
      ...{ track: tracks[1]!, position, source: 'album', list: makeAlbum() },
      ...{ naturalOrders: { album: tracks, user: [] }, orders: { album: [], user: [] } },
      shuffled: { album: false, user: false },
    })
    player.resume()
    expect(player.getState()).toMatchObject({ status: 'loading', track: { id }, load })
    expect(output.calls.at(-1)).toBe(`start ${id} at ${from}`)
  })

  it('goes on with a track that is added to the end of the queue', () => {
    const { player, end } = setUp({ repeat: 'off' }, ['a'])
    player.addToQueue(...makeTracks('x', 'y'))
    player.selectSource('user')
    expect([end(), end(), end()]).toEqual(['playing x', 'playing y', 'paused y'])
  })

  it('pauses where the last of Your Tracks was removed while it played', () => {
    const { player, end } = setUp({ repeat: 'off' }, ['a'])
    player.addToQueue(...makeTracks('x', 'y'))
    player.playFrom('user', 'y')
    player.removeFromQueue('y')
    expect(player.getState()).toMatchObject({ nextTrack: { id: 'x' }, followingTrack: null })
    expect(end()).toBe('paused y')
  })

  it('obeys a choice that was made at the last moment', () => {
    const { player, output } = setUp({})
    const prepared = output.next!
    player.setSettings({ repeat: 'one' })
    output.events.emit({ type: 'advanced', track: prepared })
    expect(player.getState().track?.id).toBe('a')
    expect(output.calls.at(-1)).toBe('start a at 0')
    player.setSettings({ repeat: 'all' })
    player.previous()
    player.setSettings({ repeat: 'off' })
    output.events.emit({ type: 'advanced', track: makeTracks('a')[0]! })
    expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'c' } })
  })

  it('does not try a repeated track for ever, and says why it stopped', () => {
    const { player, output, end } = setUp({ repeat: 'one' })
    end()
    output.events.emit({ type: 'failed', error: new Error('gone'), reason: 'unusable' })
    expect(player.getState()).toMatchObject({ status: 'paused', notice: { kind: 'failed' } })
  })

  it('tells of no skipped tracks while one repeats', () => {
    const { player, output, end } = setUp({})
    output.events.emit({ type: 'unplayable', track: output.next! })
    player.setSettings({ repeat: 'one' })
    expect(end()).toBe('playing a')
    expect(player.getState().notice).toBeNull()
  })

  it('tells of skipped tracks before the end of the queue', () => {
    const { player, output, end } = setUp({ repeat: 'off', autoplay: true }, ['a', 'b'])
    output.events.emit({ type: 'unplayable', track: output.next! })
    player.setContinuation(similar)
    expect(end()).toBe('playing s')
    expect(player.getState().notice).toMatchObject({ kind: 'skipped', tracks: [{ id: 'b' }] })
  })
})

it.each<[SleepSetting['kind'], string[]]>([
  ['off', ['b', 'c']],
  ['track', []],
])('tells of the last tracks that cannot be played when nothing follows, sleep %s', (kind, skipped) => {
  const { player, output, end } = setUp({ repeat: 'off' })
  for (const id of skipped) output.events.emit({ type: 'unplayable', track: makeTracks(id)[0]! })
  if (kind === 'track') {
    player.setSettings({ repeat: 'all' })
    output.events.emit({ type: 'unplayable', track: output.next! })
    player.setSleep({ kind })
  }
  expect(end()).toBe('paused a')
  const { notice } = player.getState()
  expect(notice?.kind === 'skipped' ? idsOf(notice.tracks) : []).toEqual(skipped)
})

describe('autoplay', () => {
  it('goes on with the similar music as a list of its own, in its order even while shuffled (PROP-73)', () => {
    const { player, end } = setUp({ repeat: 'off', autoplay: true }, ['a'])
    player.toggleShuffle('album')
    player.setContinuation(similar)
    expect(player.getState()).toMatchObject({ nextTrack: { id: 'a' }, followingTrack: { id: 's' } })
    expect([end(), end(), end()]).toEqual(['playing s', 'playing t', 'paused t'])
    expect(player.getState()).toMatchObject({
      ...{ list: { id: 'similar', title: 'Title c', type: 'playlist' }, source: 'album', load: 3 },
      ...{ continuation: null, shuffled: { album: true } },
    })
    expect(idsOf(player.getState().queue)).toEqual(['s', 't'])
  })

  it('starts at any of its tracks in the order that is shown, even while shuffled', () => {
    const { player, output, end } = setUp({ repeat: 'off', autoplay: true }, ['a'])
    const shown = { ...similar, tracks: makeTracks('s', 't', 'u', 'v') }
    player.toggleShuffle('album')
    player.setContinuation(shown)
    player.playContinuation(makeTracks('z')[0]!)
    expect(player.getState().track?.id).toBe('a')
    player.playContinuation(shown.tracks[1]!)
    expect(player.getState()).toMatchObject({
      track: { id: 't' },
      list: { id: 'similar' },
      continuation: null,
    })
    expect(idsOf(player.getState().queue)).toEqual(['s', 't', 'u', 'v'])
    output.events.emit({ type: 'playing' })
    expect(end()).toBe('playing u')
  })

  it('goes on after Your Tracks and leaves them as they are', () => {
    const { player, output, end } = setUp({ repeat: 'off', autoplay: true }, ['a'])
    player.addToQueue(...makeTracks('x'))
    player.playFrom('user', 'x')
    output.events.emit({ type: 'playing' })
    player.setContinuation(similar)
    expect(end()).toBe('playing s')
    expect(player.getState()).toMatchObject({ source: 'album', list: { id: 'similar' } })
    expect(idsOf(player.getState().orders.user)).toEqual(['x'])
  })

  it('starts nothing by itself when the music becomes known after the end (PROP-73)', () => {
    const { player, end } = setUp({ repeat: 'off', autoplay: true }, ['a'])
    expect(end()).toBe('paused a')
    player.setContinuation(similar)
    expect(player.getState()).toMatchObject({ status: 'paused', track: { id: 'a' } })
    player.resume()
    expect(player.getState()).toMatchObject({
      status: 'loading',
      track: { id: 's' },
      list: { id: 'similar' },
    })
  })

  it('forgets the music when another track starts, and passes over what cannot be played', () => {
    const { player, output, end } = setUp({ repeat: 'off', autoplay: true }, ['a'])
    player.setContinuation(similar)
    output.events.emit({ type: 'unplayable', track: output.next! })
    expect(output.next?.id).toBe('t')
    player.next()
    expect(player.getState()).toMatchObject({ track: { id: 'a' }, continuation: null, followingTrack: null })
    expect(end()).toBe('paused a')
  })
})
