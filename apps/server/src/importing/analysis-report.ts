/** What listening to the collection came to, in tracks. */
export interface AnalysisReport {
  readonly heard: number
  /** Those among them that nothing could be heard in. */
  readonly failed: number
  /** Those whose sound is still to be rendered. */
  readonly unready: number
  /** Those that cannot be reached, or are of a kind that nothing on this machine decodes. */
  readonly passedOver: number
}

/** The report in lines for the operator. */
export function describeAnalysis(report: AnalysisReport | undefined): string[] {
  if (!report) return ['Another process listens to the collection already: this is left to it.']
  const lines = [`Listened to: ${report.heard - report.failed} tracks.`]
  if (report.failed > 0)
    lines.push(`Could not be heard: ${report.failed}. They are tried again once their files are others.`)
  const { passedOver } = report
  if (passedOver > 0) {
    lines.push(
      `Passed over: ${passedOver}. Their files are not there, or are AAC, which takes an ffmpeg in the PATH.`,
    )
  }
  return lines
}
