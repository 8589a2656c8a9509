import { fromLufs, integrateLoudness, toLufs } from './loudness-meter.ts'

/** Lower end of the histogram in LUFS, in steps of 0.1 LU; quieter blocks never count. */
const LEAST = -70
const STEPS_PER_LU = 10
const MAX_STEPS = 1_000

/** A compact histogram of block loudness: album loudness is computed from those of its tracks. */
export function packBlocks(powers: readonly number[]): Uint8Array {
  const counts = new Map<number, number>()
  for (const power of powers) {
    const step = Math.floor((toLufs(power) - LEAST) * STEPS_PER_LU)
    if (step >= 0) counts.set(Math.min(step, MAX_STEPS), (counts.get(Math.min(step, MAX_STEPS)) ?? 0) + 1)
  }
  const bytes: number[] = []
  let last = 0
  for (const [step, count] of [...counts].sort(([one], [other]) => one - other)) {
    pushNumber(bytes, step - last)
    pushNumber(bytes, count)
    last = step
  }
  return Uint8Array.from(bytes)
}

/** The integrated loudness in LUFS of several tracks as if they were one; null if all are silent. */
export function integratePacked(packed: readonly Uint8Array[]): number | null {
  return integrateLoudness(packed.flatMap(unpack))
}

function unpack(bytes: Uint8Array): [power: number, count: number][] {
  const blocks: [number, number][] = []
  let at = 0
  let step = 0
  const next = () => {
    let value = 0
    for (let shift = 0; at < bytes.length; shift += 7) {
      const byte = bytes[at++] as number
      value += (byte & 127) * 2 ** shift
      if (byte < 128) break
    }
    return value
  }
  while (at < bytes.length) {
    step += next()
    // Each step counts as its middle.
    blocks.push([fromLufs(LEAST + (step + 0.5) / STEPS_PER_LU), next()])
  }
  return blocks
}

/** Variable-length numbers: seven bits per byte, lowest first; the top bit marks continuation. */
function pushNumber(bytes: number[], value: number): void {
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  bytes.push(rest)
}
