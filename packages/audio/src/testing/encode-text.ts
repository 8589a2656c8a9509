/** Bytes of a text in a character set that Node only decodes. @throws if the character set lacks a letter */
export function encodeText(text: string, charset: string): Uint8Array {
  const table = tables.get(charset) ?? makeTable(charset)
  tables.set(charset, table)
  return Uint8Array.from(
    Array.from(text, letter => {
      const bytes = table.get(letter)
      if (!bytes) throw new Error(`${charset} has no ${letter}`)
      return bytes
    }).flat(),
  )
}

const tables = new Map<string, ReadonlyMap<string, number[]>>()

function makeTable(charset: string): ReadonlyMap<string, number[]> {
  const decoder = new TextDecoder(charset, { fatal: true })
  const table = new Map<string, number[]>()
  const add = (bytes: number[]) => {
    try {
      const letter = decoder.decode(Uint8Array.from(bytes))
      if (!table.has(letter)) table.set(letter, bytes)
    } catch {
      // No letter has these bytes.
    }
  }
  for (let first = 0; first < 256; first++) add([first])
  for (let first = 0x80; first < 256; first++)
    for (let second = 0x40; second < 256; second++) add([first, second])
  return table
}

/** A text as it looks when its bytes are taken for Latin-1. */
export function breakText(text: string, charset: string): string {
  return Buffer.from(encodeText(text, charset)).toString('latin1')
}
