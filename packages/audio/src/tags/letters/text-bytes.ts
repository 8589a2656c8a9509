/** The letters of Windows-1252 at 0x80 to 0x9F: some programs mean them where they say Latin-1. */
const WINDOWS = new Map(
  Array.from({ length: 32 }, (_, n) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(0x80 + n)),
    0x80 + n,
  ]),
)

/** The bytes of a text that was read as Latin-1 or Windows-1252; undefined if it was not, or is ASCII. */
export function bytesOfText(text: string): Uint8Array | undefined {
  const bytes: number[] = []
  let isPlain = true
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const byte = code <= 0xff ? code : WINDOWS.get(letter)
    if (byte === undefined) return undefined
    if (byte >= 0x80) isPlain = false
    bytes.push(byte)
  }
  return isPlain ? undefined : Uint8Array.from(bytes)
}
