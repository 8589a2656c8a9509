import { type FileBytes, replaceStart } from '../bytes/file-bytes.ts'
import { latin1At, syncSafe } from '../bytes/tag-regions.ts'

const HEADER = 10
const MAX_FRAMES = 1_024
/** Larger tags are not rewritten in memory. */
const MAX_TAG = 32 * 1024 * 1024
/** Frames of ID3v2.2 and their names since ID3v2.3, whose content is the same; `XSOP` is written for `TSOP` in ID3v2.3. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ TT1: 'TIT1', TT2: 'TIT2', TT3: 'TIT3', TP1: 'TPE1', TP2: 'TPE2', TP3: 'TPE3', TP4: 'TPE4' },
    ...{ TAL: 'TALB', TRK: 'TRCK', TPA: 'TPOS', TYE: 'TYER', TDA: 'TDAT', TOR: 'TORY', TCO: 'TCON' },
    ...{ TCM: 'TCOM', TXT: 'TEXT', TPB: 'TPUB', TCP: 'TCMP', TRC: 'TSRC', TXX: 'TXXX', ULT: 'USLT' },
    ...{ COM: 'COMM', TS2: 'TSO2', TSA: 'TSOA', TSC: 'TSOC', TSP: 'TSOP', TST: 'TSOT', TOF: 'TOFN' },
    XSOP: 'TSOP',
  }),
)

/**
 * The file with the present names of frames. Some old programs wrote those of ID3v2.2, of three letters, into tags of later
 * versions, where the tag library does not know them.
 */
export function renameOldFrames(bytes: FileBytes): FileBytes {
  if (latin1At(bytes, 0, 3) !== 'ID3') return bytes
  const header = bytes.read(0, HEADER)
  const version = header[3]
  const end = HEADER + (header.length === HEADER ? syncSafe(header, 6) : 0)
  if ((version !== 3 && version !== 4) || header[5] !== 0 || end > Math.min(bytes.size, MAX_TAG)) return bytes
  const renames: { offset: number; name: string }[] = []
  let offset = HEADER
  for (let seen = 0; seen < MAX_FRAMES && offset + HEADER <= end; seen++) {
    const head = bytes.read(offset, HEADER)
    if (head[0] === 0) break
    const written = Buffer.from(head.subarray(0, 4)).toString('latin1')
    const name = NAMES.get(/^[A-Z\d]{3}[\0 ]$/.test(written) ? written.slice(0, 3) : written)
    if (name) renames.push({ offset, name })
    offset += HEADER + (version === 4 ? syncSafe(head, 4) : Buffer.from(head).readUInt32BE(4))
  }
  if (renames.length === 0) return bytes
  const tag = Buffer.from(bytes.read(0, end))
  for (const { offset, name } of renames) tag.write(name, offset, 'latin1')
  return replaceStart(bytes, end, tag)
}
