import { beforeEach, expect, it, vi } from 'vitest'

vi.mock('./player.ts')

/** Loads the modules again, as a page reload does. */
async function reload() {
  vi.resetModules()
  const [{ toggleMute }, { player }] = await Promise.all([import('./mute.ts'), import('./player.ts')])
  return { toggleMute, player, volume: () => player.getState().volume }
}

beforeEach(() => localStorage.clear())

it('restores the volume from before the mute after a reload (STO-20)', async () => {
  const first = await reload()
  first.player.setVolume(0.4)
  first.toggleMute()
  expect(first.volume()).toBe(0)
  const second = await reload()
  second.player.setVolume(0)
  second.toggleMute()
  expect(second.volume()).toBe(0.4)
})

it.each(['nonsense', '', '-1', '7', 'NaN'])(
  'unmutes to full volume if the saved value is invalid: %s (PROP-42)',
  async saved => {
    const { player, toggleMute, volume } = await reload()
    localStorage.setItem('volumeBefore', saved)
    player.setVolume(0)
    toggleMute()
    expect(volume()).toBe(1)
  },
)
