import type { Player } from '@refrain/player/player'

/**
 * Seconds by which playback may start early and still count as in the line: seeking lands on an audio frame.
 */
const EARLY_SECONDS = 0.05
/** Seconds: progress updates are frequent enough for lines further away than this. */
const NEAR_SECONDS = 1

/** Index of the line at a position, given sorted start times; -1 before the first. */
export function lineAt(starts: readonly number[], seconds: number): number {
  let from = 0
  let to = starts.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((starts[middle] as number) <= seconds + EARLY_SECONDS) from = middle + 1
    else to = middle
  }
  return from - 1
}

type Followed = Pick<Player, 'getState' | 'subscribe' | 'progress'>

/**
 * Calls back with the current line, now and exactly when it changes: between progress updates a timer waits
 * for the next line.
 * @returns stops it
 */
export function watchCurrentLine(
  player: Followed,
  starts: readonly number[],
  onLine: (line: number) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function update(): void {
    clearTimeout(timer)
    const { position } = player.progress.getState()
    const line = lineAt(starts, position)
    onLine(line)
    const { status, settings } = player.getState()
    const next = starts[line + 1]
    if (status !== 'playing' || next === undefined) return
    const wait = (next - position) / settings.rate
    if (wait < NEAR_SECONDS) timer = setTimeout(() => onLine(lineAt(starts, next)), wait * 1000)
  }
  const ends = [player.subscribe(update), player.progress.subscribe(update)]
  update()
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}
