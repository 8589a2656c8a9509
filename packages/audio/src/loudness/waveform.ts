import { WAVEFORM_BARS } from '@refrain/contract/media/waveform'

const FULL = 255

/** Computes a waveform from a stream of samples: the power per bar in its loudest channel. */
export class WaveformBuilder {
  readonly #length: number
  readonly #sums: Float64Array[] = []
  #at = 0

  /** @param length of the whole audio in samples */
  constructor(length: number) {
    this.#length = length
  }

  /** Adds the next samples, the same number for each channel. */
  add(channels: readonly Float32Array[]): void {
    const count = channels[0]?.length ?? 0
    for (const [channel, samples] of channels.entries()) {
      this.#sums[channel] ??= new Float64Array(WAVEFORM_BARS)
      const sums = this.#sums[channel]
      for (let from = 0; from < count; ) {
        const bar = Math.min(
          WAVEFORM_BARS - 1,
          Math.floor(((this.#at + from) * WAVEFORM_BARS) / this.#length),
        )
        const to = bar === WAVEFORM_BARS - 1 ? count : Math.min(count, this.#startOf(bar + 1) - this.#at)
        let sum = 0
        for (let i = from; i < to; i++) sum += (samples[i] as number) * (samples[i] as number)
        sums[bar] = (sums[bar] as number) + sum
        from = to
      }
    }
    this.#at += count
  }

  /** One byte per bar: its RMS, with a full-scale sine as 255. */
  finish(): Uint8Array {
    return Uint8Array.from({ length: WAVEFORM_BARS }, (_, bar) => {
      const length = Math.max(1, this.#startOf(bar + 1) - this.#startOf(bar))
      const strongest = Math.max(0, ...this.#sums.map(sums => sums[bar] as number))
      return Math.min(FULL, Math.round(FULL * Math.sqrt((2 * strongest) / length)))
    })
  }

  #startOf(bar: number): number {
    return Math.ceil((bar * this.#length) / WAVEFORM_BARS)
  }
}
