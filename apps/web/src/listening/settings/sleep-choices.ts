import { commonTexts } from '@refrain/messages/en/common'
import { playbackTexts } from '@refrain/messages/en/playback'
import type { SleepSetting } from '@refrain/player/sleep-timer'
import { player } from '../engine/player.ts'

const MINUTES = [15, 30, 45, 60]
const inMinutes = (minutes: number) => playbackTexts.minutes({ minutes })

/** Options of the sleep timer. */
export function sleepChoices(): readonly string[] {
  return [commonTexts.off, ...MINUTES.map(inMinutes), playbackTexts.endOfTrack]
}

/** The active option; undefined while minutes run, since their original number is not known. */
export function sleepChosen(sleep: SleepSetting): string | undefined {
  if (sleep.kind === 'off') return commonTexts.off
  return sleep.kind === 'track' ? playbackTexts.endOfTrack : undefined
}

export function chooseSleep(choice: string): void {
  const minutes = MINUTES.find(each => inMinutes(each) === choice)
  if (minutes) player.setSleep({ kind: 'at', until: Date.now() + minutes * 60_000 })
  else player.setSleep(choice === playbackTexts.endOfTrack ? { kind: 'track' } : { kind: 'off' })
}

/** Remaining time: `12 min left`, rounded up to minutes. */
export function sleepLeft(sleep: SleepSetting, now: number): string {
  if (sleep.kind === 'at') {
    const minutes = Math.max(1, Math.ceil((sleep.until - now) / 60_000))
    return playbackTexts.minutesLeft({ minutes })
  }
  return sleepChosen(sleep) ?? commonTexts.off
}
