const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : (crc << 1) & 0xffff
  return crc
})

/** The checksum of a frame with one more byte. */
export function checksumStep(checksum: number, byte: number): number {
  return ((checksum << 8) & 0xffff) ^ CRC16[(checksum >> 8) ^ byte]!
}

/** The checksum of some bytes: 0 for a whole frame, which ends with its own (RFC 9639, section 9.3). */
export function checksumOf(bytes: Uint8Array, from: number, to: number): number {
  let checksum = 0
  for (let at = from; at < to; at++) checksum = checksumStep(checksum, bytes[at]!)
  return checksum
}
