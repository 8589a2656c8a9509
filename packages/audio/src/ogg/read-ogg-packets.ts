const CAPTURE = 'OggS'
const HEAD = 27
/** A segment of this length is continued by the next one. */
const CONTINUED = 255

/**
 * The packets of one Ogg stream while its bytes arrive (RFC 3533).
 * @throws Error if something else arrives
 */
export async function* readOggPackets(bytes: AsyncIterable<Buffer>): AsyncGenerator<Uint8Array> {
  let held = Buffer.alloc(0)
  let begun: Buffer[] = []
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk])
    for (let page = readPage(held); page; page = readPage(held)) {
      held = held.subarray(page.end)
      for (const { data, isLast } of page.segments) {
        begun.push(data)
        if (!isLast) continue
        yield Buffer.concat(begun)
        begun = []
      }
    }
  }
}

/** The page at the start; undefined while it is incomplete. */
function readPage(bytes: Buffer) {
  if (bytes.length < HEAD) return undefined
  if (bytes.toString('latin1', 0, CAPTURE.length) !== CAPTURE) throw new Error('This is not Ogg.')
  const lengths = bytes.subarray(HEAD, HEAD + (bytes[HEAD - 1] as number))
  let end = HEAD + (bytes[HEAD - 1] as number)
  if (bytes.length < end) return undefined
  const segments = Array.from(lengths, length => {
    const data = bytes.subarray(end, end + length)
    end += length
    return { data, isLast: length < CONTINUED }
  })
  return bytes.length < end ? undefined : { segments, end }
}
