/** Seeded random numbers, the same on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** In [low, high). */
  range(low: number, high: number): number
  /** An integer in [low, high]. */
  integer(low: number, high: number): number
  /** True with the given probability. */
  chance(probability: number): boolean
  /** Approximately normal around 0, within ±1, mostly within ±0.5. */
  gaussian(): number
  pick<T>(list: readonly T[]): T
}

/** FNV-1a over the UTF-16 code units. */
export function hashSeed(seed: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
  return hash >>> 0
}

/** A mulberry32 generator. */
export function createRandom(seed: string): Random {
  let state = hashSeed(seed)
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  next()
  return {
    next,
    range: (low, high) => low + (high - low) * next(),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: probability => next() < probability,
    gaussian: () => (next() + next() + next()) * (2 / 3) - 1,
    pick: list => list[Math.floor(next() * list.length)]!,
  }
}

/** 1.5 seconds of white noise in [-1, 1), shared by all instruments at different offsets. */
export const NOISE_LENGTH = 65536
let noise: Float32Array | undefined
export function whiteNoise(): Float32Array {
  if (!noise) {
    const random = createRandom('noise')
    noise = new Float32Array(NOISE_LENGTH)
    for (let i = 0; i < NOISE_LENGTH; i++) noise[i] = random.next() * 2 - 1
  }
  return noise
}
