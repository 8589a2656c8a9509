import { commonTexts } from '@refrain/messages/en/common'
import { playbackTexts } from '@refrain/messages/en/playback'
import type { RepeatMode } from '@refrain/player/state/playback-settings'

/** A mode of repeat among choices. */
export function repeatLabel(repeat: RepeatMode): string {
  return { all: playbackTexts.repeatAll, one: playbackTexts.repeatOne, off: commonTexts.off }[repeat]
}
