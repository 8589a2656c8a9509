/**
 * The inverse MDCT of Vorbis for one block length (a power of two): takes half as many coefficients and
 * outputs a whole block. Computed as a DCT-IV through a complex FFT of a quarter of the length.
 */
export function createInverseMdct(block: number): (spectrum: Float32Array, out: Float32Array) => void {
  const half = block / 2
  const quarter = block / 4
  const turnRe = Float64Array.from({ length: quarter }, (_, n) =>
    Math.cos((-Math.PI * (8 * n + 1)) / (8 * half)),
  )
  const turnIm = Float64Array.from({ length: quarter }, (_, n) =>
    Math.sin((-Math.PI * (8 * n + 1)) / (8 * half)),
  )
  const re = new Float64Array(quarter)
  const im = new Float64Array(quarter)
  const cosines = new Float64Array(half)
  const transform = createFft(quarter)

  return (spectrum, out) => {
    for (let n = 0; n < quarter; n++) {
      const a = spectrum[2 * n] as number
      const b = spectrum[half - 1 - 2 * n] as number
      const c = turnRe[n] as number
      const s = turnIm[n] as number
      re[n] = a * c - b * s
      im[n] = a * s + b * c
    }
    transform(re, im)
    for (let k = 0; k < quarter; k++) {
      const a = re[k] as number
      const b = im[k] as number
      const c = turnRe[k] as number
      const s = turnIm[k] as number
      cosines[2 * k] = a * c - b * s
      cosines[half - 1 - 2 * k] = -(a * s + b * c)
    }
    for (let i = 0; i < quarter; i++) {
      out[i] = cosines[i + quarter] as number
      out[quarter + i] = -(cosines[half - 1 - i] as number)
      out[half + i] = -(cosines[quarter - 1 - i] as number)
      out[half + quarter + i] = -(cosines[i] as number)
    }
  }
}

/** A complex FFT in place, radix 2. */
function createFft(size: number): (re: Float64Array, im: Float64Array) => void {
  const cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
  const sin = Float64Array.from({ length: size / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / size))
  const width = Math.log2(size)
  const reversed = Uint16Array.from({ length: size }, (_, i) => {
    let place = 0
    for (let bit = 0; bit < width; bit++) place |= ((i >> bit) & 1) << (width - 1 - bit)
    return place
  })
  return (re, im) => {
    for (let i = 0; i < size; i++) {
      const j = reversed[i] as number
      if (j <= i) continue
      const [a, b] = [re[i] as number, im[i] as number]
      re[i] = re[j] as number
      im[i] = im[j] as number
      re[j] = a
      im[j] = b
    }
    for (let span = 1; span < size; span *= 2) {
      const stride = size / (2 * span)
      for (let start = 0; start < size; start += 2 * span) {
        for (let k = 0; k < span; k++) {
          const c = cos[k * stride] as number
          const s = sin[k * stride] as number
          const low = start + k
          const high = low + span
          const a = (re[high] as number) * c - (im[high] as number) * s
          const b = (re[high] as number) * s + (im[high] as number) * c
          re[high] = (re[low] as number) - a
          im[high] = (im[low] as number) - b
          re[low] = (re[low] as number) + a
          im[low] = (im[low] as number) + b
        }
      }
    }
  }
}
