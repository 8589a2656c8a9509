/** Bytes of the count of a directory's entries, and of each entry; where the next directory begins stands behind them. */
const COUNT = 2
const ENTRY = 12
/** Where a TIFF says in which order its bytes are, and where its first directory begins. */
const LITTLE_ENDIAN = 0x4949
const FIRST = 4

/** Most pages of a picture; small copies of it count as well. */
const MAX_PAGES = 50

/** Whether the pages of a TIFF come to an end: a file may name one of them as its own next. */
export function hasFiniteDirectories(file: ArrayBuffer): boolean {
  const bytes = new DataView(file)
  try {
    const little = bytes.getUint16(0) === LITTLE_ENDIAN
    let place = bytes.getUint32(FIRST, little)
    for (let page = 0; page < MAX_PAGES; page++) {
      if (place === 0) return true
      place = bytes.getUint32(place + COUNT + ENTRY * bytes.getUint16(place, little), little)
    }
  } catch {
    // Cut short: what is there ends.
    return true
  }
  return false
}
