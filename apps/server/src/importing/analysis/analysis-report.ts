/** Result of an analysis, in tracks. */
export interface AnalysisReport {
  readonly analysed: number
  /** Of these, the tracks that could not be decoded. */
  readonly failed: number
  /** Placeholders of the sample catalogue. */
  readonly placeholders: number
  /** Files that are unavailable or that this machine cannot decode. */
  readonly skipped: number
}

/** The report in lines for the operator. */
export function describeAnalysis(report: AnalysisReport | undefined): string[] {
  if (!report) return ['Loudness analysis is already running in another process.']
  const lines = [`Analysed: ${report.analysed - report.failed} tracks.`]
  if (report.failed > 0)
    lines.push(`Could not be analysed: ${report.failed}. They are retried when their files change.`)
  if (report.skipped > 0) {
    lines.push(
      `Not analysed: ${report.skipped}. Their files are missing, or need ffmpeg in the PATH, as AAC does.`,
    )
  }
  return lines
}
