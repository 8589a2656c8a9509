import type { SleepSetting } from '@refrain/player/sleep-timer'
import { player } from '../engine/player.ts'

const MINUTES = [15, 30, 45, 60]
const OFF = 'Off'
const END_OF_TRACK = 'End of track'
const inMinutes = (minutes: number) => `${minutes} minutes`

/** What the sleep timer offers. */
export const SLEEPS: readonly string[] = [OFF, ...MINUTES.map(inMinutes), END_OF_TRACK]

/** Which of them holds; none while minutes run: how many they were is over. */
export function sleepChosen(sleep: SleepSetting): string | undefined {
  if (sleep.kind === 'off') return OFF
  return sleep.kind === 'track' ? END_OF_TRACK : undefined
}

/** Lets the player fall asleep as chosen. */
export function chooseSleep(choice: string): void {
  const minutes = MINUTES.find(each => inMinutes(each) === choice)
  if (minutes) player.setSleep({ kind: 'at', until: Date.now() + minutes * 60_000 })
  else player.setSleep(choice === END_OF_TRACK ? { kind: 'track' } : { kind: 'off' })
}

/** What is left of the sleep timer: `12 min left`, each minute that has begun counted. */
export function sleepLeft(sleep: SleepSetting, now: number): string {
  if (sleep.kind === 'at') return `${Math.max(1, Math.ceil((sleep.until - now) / 60_000))} min left`
  return sleepChosen(sleep) ?? OFF
}
