import { type FileBytes, replaceStart } from '../bytes/file-bytes.ts'
import { readId3Header, walkId3Frames } from './id3-frames.ts'

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
  const header = readId3Header(bytes)
  if (!header || header.version === 2 || header.flags !== 0 || header.end > MAX_TAG) return bytes
  const renames = Array.from(walkId3Frames(bytes), ({ id, offset }) => ({ offset, name: presentName(id) }))
  if (renames.every(({ name }) => name === undefined)) return bytes
  const tag = Buffer.from(bytes.read(0, header.end))
  for (const { offset, name } of renames) if (name) tag.write(name, offset, 'latin1')
  return replaceStart(bytes, header.end, tag)
}

const presentName = (id: string) => NAMES.get(/^[A-Z\d]{3}[\0 ]$/.test(id) ? id.slice(0, 3) : id)
