import { listeningTexts } from '@refrain/messages/en/listening'
import { REPEAT_MODES, type RepeatMode } from '@refrain/player/state/playback-settings'
import { announce } from '../announcements/announce.ts'
import { player } from './player.ts'

/** Accessible name of the button: `Repeat: all`. */
export function repeatName(repeat: RepeatMode): string {
  const { repeatAll, repeatOne, repeatOff } = listeningTexts
  return { all: repeatAll, one: repeatOne, off: repeatOff }[repeat]
}

/** From all to one, to off, to all. @param isShown says so where no button in sight does */
export function cycleRepeat(isShown: boolean): void {
  const before = REPEAT_MODES.indexOf(player.getState().settings.repeat)
  const repeat = REPEAT_MODES[(before + 1) % REPEAT_MODES.length]
  if (!repeat) return
  player.setSettings({ repeat })
  announce(repeatName(repeat), { isShown })
}

/** What autoplay has switched off. */
let before: RepeatMode = 'off'

/** Switches autoplay on or off. Where tracks repeat there is no end to go on from: then repeat is off until autoplay is switched off again. */
export function setAutoplay(autoplay: boolean): void {
  const { repeat } = player.getState().settings
  const isOff = repeat === 'off'
  player.setSettings({ autoplay, repeat: autoplay ? 'off' : isOff ? before : repeat })
  if (!autoplay) before = 'off'
  else if (!isOff) before = repeat
}

/** @param isShown says so where nothing in sight does */
export function toggleAutoplay(isShown: boolean): void {
  const { settings } = player.getState()
  setAutoplay(!settings.autoplay)
  const { autoplay, repeat } = player.getState().settings
  const text = autoplay ? listeningTexts.autoplayOn : listeningTexts.autoplayOff
  announce(repeat === settings.repeat ? text : `${text}. ${repeatName(repeat)}`, { isShown })
}
