const PIECE = 4_096
/** A piece is looked for so far around the place where it should be. */
const REACH = 6_000
const SILENCE = 1e-4
const QUIET = 0.05

/** How a recording lies against the original around one join. */
export interface Join {
  /** Samples put in at the join; negative where some are missing. */
  readonly gap: number
  /** Largest difference between recording and original across the join. */
  readonly error: number
}

/**
 * Finds pieces of the original in a recording, shortly before and after each join.
 * @param joins places in the original
 * @param delay samples that may have come late before the first join
 */
export function compareJoins(
  original: Float32Array,
  recording: Float32Array,
  joins: readonly number[],
  delay = 0,
): Join[] {
  const begin = recording.findIndex(sample => Math.abs(sample) > QUIET)
  if (begin < 0) throw new Error('Nothing was recorded.')
  let latest = begin + REACH + delay
  let lag = begin
  return joins.map(join => {
    const before = findPiece(original, recording, join - 2 * PIECE, lag - REACH, latest)
    const after = findPiece(original, recording, join + PIECE, before - REACH, before + REACH)
    latest = after + REACH
    lag = after
    let error = 0
    for (let i = join - PIECE; i < join + PIECE; i++) {
      error = Math.max(error, Math.abs((original[i] ?? 0) - (recording[i + before] ?? 0)))
    }
    return { gap: after - before, error }
  })
}

/** By how much a piece of the original lies later in the recording. */
function findPiece(
  original: Float32Array,
  recording: Float32Array,
  from: number,
  earliest: number,
  latest: number,
): number {
  let best = Number.NEGATIVE_INFINITY
  let found = earliest
  for (let lag = earliest; lag <= latest; lag++) {
    let product = 0
    for (let i = from; i < from + PIECE; i += 1) product += (original[i] ?? 0) * (recording[i + lag] ?? 0)
    if (product > best) {
      best = product
      found = lag
    }
  }
  return found
}

/** Silences between the first and the last sound: where they begin and how long they last, in samples. */
export function silences(recording: Float32Array): { readonly at: number; readonly length: number }[] {
  const isSound = (sample: number) => Math.abs(sample) > SILENCE
  const last = recording.findLastIndex(isSound)
  const found = []
  let sound = recording.findIndex(isSound)
  for (let i = sound; i <= last; i++) {
    if (!isSound(recording[i] ?? 0)) continue
    if (i > sound + 1) found.push({ at: sound + 1, length: i - sound - 1 })
    sound = i
  }
  return found
}

/** The longest silence in samples between the first and the last sound. */
export function longestSilence(recording: Float32Array): number {
  return silences(recording).reduce((longest, { length }) => Math.max(longest, length), 0)
}

/** Samples that may lie between a join and a silence that comes from it. */
const NEAR = 4 * PIECE

/** Silences amid a track: nothing was joined there, the machine gave no sound. */
export function silencesAmid(recording: Float32Array, joins: readonly number[]): string[] {
  const begin = recording.findIndex(sample => Math.abs(sample) > QUIET)
  return silences(recording)
    .filter(({ at, length }) => length > 32 && joins.every(join => Math.abs(at - begin - join) > NEAR))
    .map(({ at, length }) => `${length} samples of silence amid a track at ${at}`)
}
