/** Sample rate of all synthesis, in Hz. */
export const SAMPLE_RATE = 44100

/** A stereo excerpt of a piece; index 0 is sample `start` of the piece. */
export interface Bus {
  left: Float32Array
  right: Float32Array
  start: number
}

export function createBus(start: number, length: number): Bus {
  return { left: new Float32Array(length), right: new Float32Array(length), start }
}

const scratch: Float32Array[] = []

/** A zeroed scratch channel. The same `n` reuses the same memory, as large arrays are slow to allocate. */
export function scratchChannel(n: number, length: number): Float32Array {
  let channel = scratch[n]
  if (!channel || channel.length < length) {
    channel = new Float32Array(length)
    scratch[n] = channel
  }
  return channel.subarray(0, length).fill(0)
}

export function clearBus(bus: Bus): void {
  bus.left.fill(0)
  bus.right.fill(0)
}

/** Equal-power gains for a pan from -1 (left) to 1 (right). */
export function panGains(pan: number, gain: number): [left: number, right: number] {
  const angle = (Math.max(-1, Math.min(1, pan)) + 1) * (Math.PI / 4)
  return [Math.cos(angle) * gain, Math.sin(angle) * gain]
}

/**
 * Adds mono audio at sample `at`: unchanged for `hold` samples, then faded out within `release` samples.
 * Audio that starts before the bus is added from its middle, so that a piece can be rendered in excerpts.
 */
export function addToBus(
  bus: Bus,
  sound: Float32Array,
  at: number,
  hold: number,
  release: number,
  gainLeft: number,
  gainRight: number,
): void {
  const { left, right } = bus
  const offset = at - bus.start
  const room = left.length - offset
  let i = Math.max(0, -offset)
  const holdEnd = Math.min(hold, sound.length, room)
  for (; i < holdEnd; i++) {
    const value = sound[i]!
    left[i + offset] = left[i + offset]! + value * gainLeft
    right[i + offset] = right[i + offset]! + value * gainRight
  }
  const end = Math.min(sound.length, hold + release, room)
  if (i >= end) return
  const step = 1 / Math.max(1, release)
  let fade = 1 - (i - hold) * step
  for (; i < end; i++) {
    const value = sound[i]! * fade * fade * fade
    left[i + offset] = left[i + offset]! + value * gainLeft
    right[i + offset] = right[i + offset]! + value * gainRight
    fade -= step
  }
}
