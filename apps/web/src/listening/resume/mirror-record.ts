import { writeLocal } from '../../ui/browser/local-storage.ts'
import { MIRRORED, readRecord } from './saved-values.ts'

/** Everything is sent again after this time, because cookies expire. */
const RESEND_AFTER_MS = 7 * 86_400_000

/** Fingerprints of the values in the cookies, by name. */
type Marks = Record<string, string>

export interface MirrorRecord {
  /** Start of the record, in epoch milliseconds. */
  readonly since: number
  readonly marks: Marks
}

export function readMirrorRecord(): MirrorRecord {
  const { since, marks } = readRecord(MIRRORED)
  const age = Date.now() - Number(since)
  if (!(age >= 0 && age < RESEND_AFTER_MS) || typeof marks !== 'object' || !marks) {
    return { since: Date.now(), marks: {} }
  }
  return { since: Number(since), marks: { ...(marks as Marks) } }
}

export function saveMirrorRecord(record: MirrorRecord): void {
  const isAny = Object.values(record.marks).some(mark => mark !== '')
  writeLocal(MIRRORED, isAny ? JSON.stringify(record) : null)
}

/** A short fingerprint of a value; '' for null. */
export function fingerprint(value: string | null): string {
  if (value === null) return ''
  let hash = 0x811c9dc5
  for (let at = 0; at < value.length; at++) hash = Math.imul(hash ^ value.charCodeAt(at), 0x01000193)
  return `${value.length.toString(36)}.${(hash >>> 0).toString(36)}`
}
