import type { Player } from '@refrain/player/player'

/** A sound that starts a breath before its line counts as the line: seeking lands on a frame of the file. */
const EARLY_SECONDS = 0.05
/** The sound's place is told a few times a second: a line further away than this can wait for the next time. */
const NEAR_SECONDS = 1

/** The last line that has begun at a second of the track, of lines in order; -1 before the first. */
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
 * Tells which line the sound is at, now and whenever it comes to another one, to the moment: between two
 * times that the player tells its place, a timer waits for the next line. Answers what ends it.
 */
export function watchCurrentLine(
  player: Followed,
  starts: readonly number[],
  tell: (line: number) => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function look(): void {
    clearTimeout(timer)
    const { position } = player.progress.getState()
    const line = lineAt(starts, position)
    tell(line)
    const { status, settings } = player.getState()
    const next = starts[line + 1]
    if (status !== 'playing' || next === undefined) return
    const wait = (next - position) / settings.rate
    if (wait < NEAR_SECONDS) timer = setTimeout(() => tell(lineAt(starts, next)), wait * 1000)
  }
  const ends = [player.subscribe(look), player.progress.subscribe(look)]
  look()
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}
