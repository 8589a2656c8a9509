const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x8005) & 0xffff : (crc << 1) & 0xffff
  return crc
})

/**
 * Offsets in `bytes` at which a frame that starts at `from` may end: there its checksum brings the CRC to 0 (RFC 9639,
 * section 9.3). One in 65,536 is a coincidence.
 * @param headerEnd offset of the frame's first byte after its header
 */
export function* findFrameEnds(bytes: Uint8Array, from: number, headerEnd: number): Generator<number> {
  let crc = 0
  for (let at = from; at < bytes.length; at++) {
    crc = ((crc << 8) & 0xffff) ^ CRC16[(crc >> 8) ^ bytes[at]!]!
    if (crc === 0 && at > headerEnd + 1) yield at + 1
  }
}
