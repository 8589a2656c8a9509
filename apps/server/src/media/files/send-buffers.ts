/** Measured: smaller chunks cost more turns of the event loop, larger ones only memory. */
export const LARGE = 256 * 1024
/** For clients that take long, which hold their buffer meanwhile: thousands of them may be connected. */
export const SMALL = 32 * 1024
/** Large buffers in use at the same time; when all are, everybody gets small ones. */
const MAX_LARGE = 64
/** Small buffers that are kept for reuse. */
const MAX_IDLE_SMALL = 64

/** Allocating a buffer costs more than filling it. */
const idleLarge: Buffer[] = []
const idleSmall: Buffer[] = []
let largeInUse = 0

/** A buffer of `LARGE` bytes if that many are wanted and there is room, else one of `SMALL`. Give it back, or drop it. */
export function takeBuffer(wanted: number): Buffer {
  if (wanted <= SMALL || largeInUse >= MAX_LARGE) return idleSmall.pop() ?? Buffer.allocUnsafeSlow(SMALL)
  largeInUse++
  return idleLarge.pop() ?? Buffer.allocUnsafeSlow(LARGE)
}

/** For a buffer that nothing uses any longer. */
export function giveBackBuffer(buffer: Buffer): void {
  dropBuffer(buffer)
  if (buffer.length === LARGE) idleLarge.push(buffer)
  else if (idleSmall.length < MAX_IDLE_SMALL) idleSmall.push(buffer)
}

/** For a buffer whose content may still be in use: it is not used again. */
export function dropBuffer(buffer: Buffer): void {
  if (buffer.length === LARGE) largeInUse--
}
