const twiddles = new Map<number, { cos: Float64Array; sin: Float64Array }>()

function twiddlesFor(size: number) {
  let found = twiddles.get(size)
  if (!found) {
    found = { cos: new Float64Array(size / 2), sin: new Float64Array(size / 2) }
    for (let i = 0; i < size / 2; i++) {
      found.cos[i] = Math.cos((2 * Math.PI * i) / size)
      found.sin[i] = Math.sin((2 * Math.PI * i) / size)
    }
    twiddles.set(size, found)
  }
  return found
}

/** Inverse Fourier transform in place, unscaled; the length is a power of two. */
export function inverseFourier(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length
  const { cos, sin } = twiddlesFor(size)
  for (let i = 1, j = 0; i < size; i++) {
    let bit = size >> 1
    for (; j & bit; bit >>= 1) j ^= bit
    j ^= bit
    if (i < j) {
      const r = real[i]!
      real[i] = real[j]!
      real[j] = r
      const m = imaginary[i]!
      imaginary[i] = imaginary[j]!
      imaginary[j] = m
    }
  }
  for (let span = 1; span < size; span <<= 1) {
    const stride = size / (span * 2)
    for (let block = 0; block < size; block += span * 2) {
      for (let k = 0; k < span; k++) {
        const a = block + k
        const b = a + span
        const c = cos[k * stride]!
        const s = sin[k * stride]!
        const r = real[b]! * c - imaginary[b]! * s
        const m = real[b]! * s + imaginary[b]! * c
        real[b] = real[a]! - r
        imaginary[b] = imaginary[a]! - m
        real[a] = real[a]! + r
        imaginary[a] = imaginary[a]! + m
      }
    }
  }
}
