/** Missing tracks that were not removed because their disk may only be unavailable. */
export interface RetainedTracks {
  /** Mount point of the disk. */
  readonly path: string
  readonly reason: string
  readonly tracks: number
}

/** Result of an import; all counts are tracks. */
export interface ImportReport {
  added: number
  changed: number
  unchanged: number
  /** Found at another path. */
  moved: number
  /** Their file is missing. */
  unavailable: number
  /** Removed at the operator's request. */
  forgotten: number
  retained: RetainedTracks[]
  /** Albums that are still being written, left for a later import. */
  unfinished: number
  /** Files that were not imported. */
  skipped: { path: string; reason: string }[]
  /** Pictures that could not be used. */
  pictures: { path: string; reason: string }[]
  /** Files that were imported, but not with all of their tags. */
  damagedTags: string[]
}

export interface ImportProgress {
  readonly step: 'looking' | 'reading'
  /** Files processed in the changed folders. */
  readonly done: number
  /** Files of the changed folders; 0 while looking. */
  readonly total: number
}

export function emptyReport(): ImportReport {
  return {
    added: 0,
    changed: 0,
    unchanged: 0,
    moved: 0,
    unavailable: 0,
    forgotten: 0,
    unfinished: 0,
    retained: [],
    skipped: [],
    pictures: [],
    damagedTags: [],
  }
}

/** The report in lines for the operator. */
export function describeReport(report: ImportReport): string[] {
  const counts = [
    `${report.added} added`,
    `${report.changed} changed`,
    `${report.unchanged} unchanged`,
    `${report.moved} moved`,
    `${report.unavailable} unavailable`,
    ...(report.forgotten > 0 ? [`${report.forgotten} forgotten`] : []),
    `${report.skipped.length} skipped`,
  ]
  return [
    `Tracks: ${counts.join(', ')}.`,
    ...report.skipped.map(({ path, reason }) => `Skipped ${printable(path)}: ${reason}.`),
    ...report.pictures.map(({ path, reason }) => `Picture not used, ${printable(path)}: ${reason}.`),
    ...report.damagedTags.map(path => `Tags not read in full, ${printable(path)}: ${DAMAGED_TAGS}.`),
    ...report.retained.map(
      ({ path, reason, tracks }) =>
        `Tracks not forgotten in ${printable(path)}: ${tracks}, because ${reason}. ` +
        'If it will never come back, add --gone and its path.',
    ),
    ...(report.unfinished > 0
      ? [
          report.unfinished === 1
            ? '1 album is being copied, and left for later.'
            : `${report.unfinished} albums are being copied, and left for later.`,
        ]
      : []),
    ...(report.unavailable > 0 && report.retained.length === 0
      ? ['Unavailable tracks are kept until their files are back, or until you import with --forget.']
      : []),
  ]
}

/** What is wrong with a file whose tags could not all be read. */
export const DAMAGED_TAGS = 'some of its tags are damaged; write them again with a tag editor'

/** True if an import changed something, or found other problems than the one before. */
export function hasChanges(report: ImportReport, before: ImportReport): boolean {
  const { added, changed, moved, forgotten, unavailable, skipped } = report
  return (
    added + changed + moved + forgotten > 0 ||
    unavailable !== before.unavailable ||
    skipped.length !== before.skipped.length
  )
}

/** Exit status of an import that left something for a later one. */
export const UNFINISHED_STATUS = 3

/** 0 if everything was imported, 2 if something was skipped, 3 if something is left for later. */
export function exitStatus(report: ImportReport): 0 | 2 | typeof UNFINISHED_STATUS {
  if (report.unfinished > 0) return UNFINISHED_STATUS
  return report.skipped.length > 0 ? 2 : 0
}

/** Replaces control characters, which could move the cursor of a terminal or end the line. */
export function printable(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
