/** A transfer that is smaller than this says little about how fast the connection is. */
const LEAST_BYTES = 32 * 1024
/** How much the newest transfer counts. */
const WEIGHT = 0.4

let measured: number | undefined

/** Takes a transfer into account: so many bytes came in the time that was spent waiting for them. */
export function recordTransfer(bytes: number, milliseconds: number): void {
  if (bytes < LEAST_BYTES) return
  const bits = (bytes * 8000) / Math.max(1, milliseconds)
  measured = measured === undefined ? bits : measured * (1 - WEIGHT) + bits * WEIGHT
}

/** Bits a second that the connection brings: as measured, else as the browser thinks; undefined where nobody knows. */
export function estimateBitrate(): number | undefined {
  if (measured !== undefined) return measured
  const { connection } = (globalThis.navigator ?? {}) as { connection?: { downlink?: number } }
  return connection?.downlink ? connection.downlink * 1e6 : undefined
}
