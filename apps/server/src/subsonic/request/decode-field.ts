const PERCENT = 0x25
const PLUS = 0x2b
const SPACE = 0x20
/** Bytes of an escaped byte: `%41`. */
export const ESCAPED_BYTES = 3

/** Decodes a value of a form as browsers do: `+` is a space, and what is no escape stays as it is. */
export function decodeField(bytes: Buffer): string {
  const isPlain = bytes.indexOf(PERCENT) < 0 && bytes.indexOf(PLUS) < 0
  return isPlain ? bytes.toString('utf8') : unescapeBytes(bytes).toString('utf8')
}

function unescapeBytes(bytes: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === PLUS) decoded[length++] = SPACE
    else {
      const high = byte === PERCENT ? digitOf(bytes[at + 1]) : undefined
      const low = high === undefined ? undefined : digitOf(bytes[at + 2])
      if (low === undefined) decoded[length++] = byte
      else {
        decoded[length++] = (high as number) * 16 + low
        at += ESCAPED_BYTES - 1
      }
    }
  }
  return decoded.subarray(0, length)
}

/** The value of a hexadecimal digit. */
function digitOf(byte: number | undefined): number | undefined {
  if (byte === undefined) return undefined
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : undefined
}
