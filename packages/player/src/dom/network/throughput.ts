/** Smaller transfers say little about the speed of the connection. */
const MIN_BYTES = 32 * 1024
/** Weight of the latest transfer in the moving average. */
const WEIGHT = 0.4

let measured: number | undefined

/** @param milliseconds spent waiting for the bytes */
export function recordTransfer(bytes: number, milliseconds: number): void {
  if (bytes < MIN_BYTES) return
  const bitrate = (bytes * 8000) / Math.max(1, milliseconds)
  measured = measured === undefined ? bitrate : measured * (1 - WEIGHT) + bitrate * WEIGHT
}

/** Bits per second of the connection: measured, else the browser's estimate; undefined if unknown. */
export function estimateBitrate(): number | undefined {
  if (measured !== undefined) return measured
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { downlink?: number } }
  return connection?.downlink ? connection.downlink * 1e6 : undefined
}
