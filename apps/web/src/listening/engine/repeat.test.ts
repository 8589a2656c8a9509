import { REPEAT_MODES } from '@refrain/player/state/playback-settings'
import { expect, it, vi } from 'vitest'
import { announcement } from '../announcements/announce.ts'
import { player } from './player.ts'
import { toggleAutoplay } from './repeat.ts'

vi.mock('./player.ts')

/** Switches autoplay, as A does. @returns what is announced and set then */
function press() {
  toggleAutoplay(true)
  const { repeat, autoplay } = player.getState().settings
  return [announcement.getState().text, repeat, autoplay]
}

it.each(REPEAT_MODES)('goes off with autoplay and comes back after it, and says so: %s', repeat => {
  player.setSettings({ repeat, autoplay: false })
  const isOff = repeat === 'off'
  expect(press()).toEqual([isOff ? 'Autoplay on' : 'Autoplay on. Repeat: off', 'off', true])
  expect(press()).toEqual([isOff ? 'Autoplay off' : `Autoplay off. Repeat: ${repeat}`, repeat, false])
})

it('leaves what the listener has chosen since', () => {
  player.setSettings({ repeat: 'all', autoplay: false })
  press()
  player.setSettings({ repeat: 'one' })
  expect(press()).toEqual(['Autoplay off', 'one', false])
  player.setSettings({ repeat: 'off' })
  press()
  expect(press()).toEqual(['Autoplay off', 'off', false])
})
