const PIECE = 4_096
/** Search distance in samples around the expected position. */
const REACH = 6_000
const SILENCE = 1e-4
const QUIET = 0.05

/** Alignment of a recording with the original around one join. */
export interface Join {
  /** Samples inserted at the join; negative if samples are missing. */
  readonly gap: number
  /** Largest difference between recording and original across the join. */
  readonly error: number
}

/**
 * Finds pieces of the original in a recording shortly before and after each join.
 * @param joins positions in the original
 * @param delay latest samples by which the recording may lag before the first join
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

/** Offset in samples of a piece of the original in the recording. */
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

/** Silences between the first and the last audible sample: start and length in samples. */
function silences(recording: Float32Array): { readonly at: number; readonly length: number }[] {
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

/** Longest silence in samples between the first and the last audible sample. */
export function longestSilence(recording: Float32Array): number {
  return silences(recording).reduce((longest, { length }) => Math.max(longest, length), 0)
}

/** Maximum distance in samples between a join and a silence it causes. */
const NEAR = 4 * PIECE

/** Silences within a track: no join is near, so the machine failed to deliver audio. */
export function silencesAmid(recording: Float32Array, joins: readonly number[]): string[] {
  const begin = recording.findIndex(sample => Math.abs(sample) > QUIET)
  return silences(recording)
    .filter(({ at, length }) => length > 32 && joins.every(join => Math.abs(at - begin - join) > NEAR))
    .map(({ at, length }) => `${length} samples of silence amid a track at ${at}`)
}
