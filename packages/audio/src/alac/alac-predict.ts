/** Parameters of a channel's linear prediction. */
export interface Predictor {
  readonly mode: number
  readonly shift: number
  readonly riceFactor: number
  readonly coefficients: Int32Array
}

/** Each sample is stored as the difference to the previous one. */
export function addUp(sound: Int32Array, width: number): void {
  const shift = 32 - width
  for (let i = 1; i < sound.length; i++) {
    sound[i] = (((sound[i] as number) + (sound[i - 1] as number)) << shift) >> shift
  }
}

/** Adds the prediction, whose coefficients adapt to the sign of each error. */
export function predict(residuals: Int32Array, predictor: Predictor, width: number): Int32Array {
  const { coefficients, shift } = predictor
  const count = coefficients.length
  const out = residuals
  const cut = 32 - width
  if (count === 0) return out
  if (count === 31) {
    addUp(out, width)
    return out
  }
  for (let i = 1; i <= count && i < out.length; i++) {
    out[i] = (((out[i] as number) + (out[i - 1] as number)) << cut) >> cut
  }
  const half = shift > 0 ? 1 << (shift - 1) : 0
  for (let i = count + 1; i < out.length; i++) {
    const base = out[i - count - 1] as number
    let sum = 0
    for (let j = 0; j < count; j++) {
      sum = (sum + Math.imul(coefficients[j] as number, (out[i - 1 - j] as number) - base)) | 0
    }
    let error = out[i] as number
    out[i] = ((error + base + ((sum + half) >> shift)) << cut) >> cut
    const sign = Math.sign(error)
    for (let j = count - 1; j >= 0 && error * sign > 0; j--) {
      const difference = base - (out[i - 1 - j] as number)
      const step = Math.sign(difference) * sign
      coefficients[j] = (((coefficients[j] as number) - step) << 16) >> 16
      error -= ((difference * step) >> shift) * (count - j)
    }
  }
  return out
}
