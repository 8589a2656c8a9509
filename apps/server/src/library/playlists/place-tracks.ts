/** A track's place in a playlist: a sort key with gaps. */
export interface Place {
  readonly id: string
  readonly position: number
}

/**
 * Places tracks among those of a playlist, each behind the track that precedes it in `wanted`, or before all if the
 * playlist has none of its predecessors.
 * @param held the tracks of the playlist, by position
 * @param wanted distinct ids in the wanted order, held ones included
 * @param gap the usual distance of two positions
 * @param most positions beyond it, on either side, cannot be stored
 * @returns the new places; undefined if there is no room for them
 */
export function placeTracks(
  held: readonly Place[],
  wanted: readonly string[],
  gap: number,
  most: number,
): Place[] | undefined {
  const index = new Map(held.map(({ id }, n) => [id, n]))
  const placed: Place[] = []
  let previous = held.length === 0 || !wanted.some(id => index.has(id)) ? held.length - 1 : -1
  let run: string[] = []
  const placeRun = (): boolean => {
    if (run.length === 0) return true
    const before = held[previous]?.position
    const after = held[previous + 1]?.position
    const step =
      before === undefined || after === undefined ? gap : Math.floor((after - before) / (run.length + 1))
    const start = before ?? (after === undefined ? 0 : after - (run.length + 1) * gap)
    const end = start + run.length * step
    const hasRoom = step >= 1 && Math.abs(start) <= most && Math.abs(end) <= most
    placed.push(...run.map((id, n) => ({ id, position: start + (n + 1) * step })))
    run = []
    return hasRoom
  }
  for (const id of wanted) {
    const at = index.get(id)
    if (at === undefined) {
      run.push(id)
      continue
    }
    if (!placeRun()) return undefined
    previous = at
  }
  return placeRun() ? placed : undefined
}
