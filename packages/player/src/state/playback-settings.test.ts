import { beforeEach, expect, it } from 'vitest'
import { createFakeOutput, type FakeOutput } from '../output/fake-output.ts'
import { createPlayer, type Player } from '../player.ts'
import { makeAlbum, makeTrack } from '../testing/make-tracks.ts'
import { DEFAULT_SETTINGS, withSettings } from './playback-settings.ts'

let output: FakeOutput
let player: Player
let sent: number
beforeEach(() => {
  output = createFakeOutput()
  sent = 0
  const tell = output.setSettings
  output.setSettings = sound => {
    sent++
    tell(sound)
  }
  player = createPlayer({ output })
})
const album = makeAlbum('a', 'b', 'c')

it.each([
  [{ crossfadeSeconds: 5 }, { crossfadeSeconds: 5 }],
  [{ crossfadeSeconds: 13 }, { crossfadeSeconds: 12 }],
  [{ crossfadeSeconds: -1 }, { crossfadeSeconds: 0 }],
  [{ crossfadeSeconds: Number.NaN }, {}],
  [{ rate: 3 }, { rate: 2 }],
  [{ rate: 0 }, { rate: 0.5 }],
  [{ rate: '1.5' as unknown as number }, {}],
  [{ loudness: 'track' as const }, { loudness: 'track' }],
  [{ loudness: 'loud' as 'off' }, {}],
  [{ quality: 'saver' as const }, { quality: 'saver' }],
  [{ limitedQuality: 'original' as const }, { limitedQuality: 'original' }],
  [{ quality: 'best' as 'high', limitedQuality: 1 as unknown as 'high' }, {}],
  [{ repeat: 'one' as const }, { repeat: 'one' }],
  [{ repeat: 'both' as 'all', autoplay: 'yes' as unknown as boolean }, {}],
  [{ autoplay: true }, { autoplay: true }],
  [
    { loudness: 'off' as const, rate: 1.5 },
    { loudness: 'off', rate: 1.5 },
  ],
])('applies %j as %j', (chosen, expected) => {
  expect(withSettings(DEFAULT_SETTINGS, chosen)).toEqual({ ...DEFAULT_SETTINGS, ...expected })
  player.setSettings(chosen)
  expect(player.getState().settings).toEqual({ ...DEFAULT_SETTINGS, ...expected })
})

it('gives the output the settings before the first start and after each change', () => {
  player.setSettings({ crossfadeSeconds: 3 })
  expect(sent).toBe(0)
  player.playAlbum(album)
  expect(output.settings).toMatchObject({ crossfadeSeconds: 3, gain: 'album', rate: 1 })
  player.setSettings({ rate: 1.25 })
  expect(output.settings).toMatchObject({ crossfadeSeconds: 3, gain: 'album', rate: 1.25 })
  expect(sent).toBe(2)
  player.setSettings({ rate: 1.25 })
  player.next()
  expect(sent).toBe(2)
})

it('gives the output the quality before it fetches a track in advance', () => {
  player.setSettings({ quality: 'saver' })
  player.prefetch(makeTrack('x'))
  expect(output.settings).toMatchObject({ quality: 'saver', limitedQuality: 'high' })
  expect(output.calls).toContain('prefetch x')
})

it("resolves 'auto' to album gain while an album plays in its natural order, else to track gain", () => {
  const gain = () => output.settings?.gain
  player.playAlbum(album)
  expect(gain()).toBe('album')
  player.toggleShuffle('album')
  expect(gain()).toBe('track')
  player.toggleShuffle('album')
  expect(gain()).toBe('album')
  player.addToQueue(makeTrack('x'))
  player.toggleShuffle('user')
  expect(gain()).toBe('album')
  player.selectSource('user')
  expect(gain()).toBe('track')
  player.playAlbum({ ...album, type: 'playlist' })
  expect(gain()).toBe('track')
})

it.each(['off', 'track', 'album'] as const)("'%s' holds whatever is played", loudness => {
  player.setSettings({ loudness })
  player.playAlbum(album)
  expect(output.settings?.gain).toBe(loudness)
  player.toggleShuffle('album')
  expect(output.settings?.gain).toBe(loudness)
})

it('keeps the settings after a stop', () => {
  player.setSettings({ rate: 2 })
  player.playAlbum(album)
  player.stop()
  expect(player.getState().settings.rate).toBe(2)
})
