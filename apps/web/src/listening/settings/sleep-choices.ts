import type { SleepSetting } from '@refrain/player/sleep-timer'
import { player } from '../engine/player.ts'

const MINUTES = [15, 30, 45, 60]
const OFF = 'Off'
const END_OF_TRACK = 'End of track'
const inMinutes = (minutes: number) => `${minutes} minutes`

/** Options of the sleep timer. */
export const SLEEPS: readonly string[] = [OFF, ...MINUTES.map(inMinutes), END_OF_TRACK]

/** The active option; undefined while minutes run, since their original number is not known. */
export function sleepChosen(sleep: SleepSetting): string | undefined {
  if (sleep.kind === 'off') return OFF
  return sleep.kind === 'track' ? END_OF_TRACK : undefined
}

export function chooseSleep(choice: string): void {
  const minutes = MINUTES.find(each => inMinutes(each) === choice)
  if (minutes) player.setSleep({ kind: 'at', until: Date.now() + minutes * 60_000 })
  else player.setSleep(choice === END_OF_TRACK ? { kind: 'track' } : { kind: 'off' })
}

/** Remaining time: `12 min left`, rounded up to minutes. */
export function sleepLeft(sleep: SleepSetting, now: number): string {
  if (sleep.kind === 'at') return `${Math.max(1, Math.ceil((sleep.until - now) / 60_000))} min left`
  return sleepChosen(sleep) ?? OFF
}
