/** Missing tracks that were not forgotten because their disk may only be away. */
export interface KeptMissing {
  /** Where the disk is, or was, mounted. */
  readonly path: string
  readonly reason: string
  readonly tracks: number
}

/** What an import did. */
export interface ImportReport {
  /** Tracks. */
  added: number
  changed: number
  unchanged: number
  /** Tracks whose file was found at another path. */
  moved: number
  /** Tracks whose file is not there. */
  unavailable: number
  /** Tracks taken out because the operator said so. */
  forgotten: number
  kept: KeptMissing[]
  /** Files that did not go in. */
  skipped: { path: string; reason: string }[]
  /** Pictures that could not be used, and why. */
  pictures: { path: string; reason: string }[]
}

export interface ImportProgress {
  readonly step: 'looking' | 'reading'
  /** Files of the changed folders that are done. */
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
    kept: [],
    skipped: [],
    pictures: [],
  }
}

/** The report as lines for a person. */
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
    ...report.kept.map(
      ({ path, reason, tracks }) =>
        `Tracks not forgotten in ${printable(path)}: ${tracks}, because ${reason}. ` +
        'If it will never come back, add --gone and its path.',
    ),
    ...(report.unavailable > 0 && report.kept.length === 0
      ? ['Unavailable tracks are kept until their files are back, or until you import with --forget.']
      : []),
  ]
}

/** True where a run did something, or found other problems than the run before. */
export function hasNews(report: ImportReport, before: ImportReport): boolean {
  const { added, changed, moved, forgotten, unavailable, skipped } = report
  return (
    added + changed + moved + forgotten > 0 ||
    unavailable !== before.unavailable ||
    skipped.length !== before.skipped.length
  )
}

/** 0 when all went in, 2 when something was skipped. */
export function exitStatus(report: ImportReport): 0 | 2 {
  return report.skipped.length > 0 ? 2 : 0
}

/** A path as a terminal may show it: nothing in a file's name moves the cursor or ends the line. */
export function printable(path: string): string {
  return path.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?')
}
