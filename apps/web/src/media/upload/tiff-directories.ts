/** A directory is a count of entries, the entries, and the offset of the next directory. Sizes in bytes. */
const COUNT = 2
const ENTRY = 12
/** The byte order mark at the start of the file. */
const LITTLE_ENDIAN = 0x4949
/** Where the offset of the first directory is. */
const FIRST = 4

/** Maximum number of pages, thumbnails included. */
const MAX_PAGES = 50

/** Whether the chain of directories ends: a malicious file may contain a cycle. */
export function hasFiniteDirectories(file: ArrayBuffer): boolean {
  const bytes = new DataView(file)
  try {
    const little = bytes.getUint16(0) === LITTLE_ENDIAN
    let offset = bytes.getUint32(FIRST, little)
    for (let page = 0; page < MAX_PAGES; page++) {
      if (offset === 0) return true
      offset = bytes.getUint32(offset + COUNT + ENTRY * bytes.getUint16(offset, little), little)
    }
  } catch {
    // The file is truncated, so the chain ends.
    return true
  }
  return false
}
