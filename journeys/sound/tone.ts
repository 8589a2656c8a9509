/** RMS of the samples. */
export const levelOf = (samples: Float32Array) =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)

/** Frequency of the samples in Hz; valid for a pure tone. */
export function frequencyOf(samples: Float32Array, rate: number): number {
  const rises: number[] = []
  for (let i = 1; i < samples.length; i++) {
    const before = samples[i - 1] ?? 0
    const after = samples[i] ?? 0
    if (before < 0 && after >= 0) rises.push(i - after / (after - before))
  }
  const [first = 0] = rises
  return ((rises.length - 1) * rate) / ((rises.at(-1) ?? 1) - first)
}

/** Whether the samples are a pure tone within 25 Hz of this frequency. */
export const isToneOf = (samples: Float32Array, rate: number, frequency: number) =>
  levelOf(samples) > 0.1 && Math.abs(frequencyOf(samples, rate) - frequency) < 25
