/** Frame lengths in samples at 48 kHz by configuration: SILK, hybrid and CELT (RFC 6716, section 3.1). */
const SILK = [480, 960, 1920, 2880]
const HYBRID = [480, 960]
const CELT = [120, 240, 480, 960]

/** Samples at 48 kHz in an Opus packet, from its first two bytes; 0 for an empty one. */
export function countOpusSamples(start: Uint8Array): number {
  const toc = start[0]
  if (toc === undefined) return 0
  const config = toc >> 3
  const frame = config < 12 ? SILK[config % 4]! : config < 16 ? HYBRID[config % 2]! : CELT[config % 4]!
  const code = toc & 3
  return frame * (code === 0 ? 1 : code < 3 ? 2 : (start[1] ?? 0) & 0x3f)
}
