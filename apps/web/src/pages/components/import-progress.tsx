import type { ImportStatus } from '@refrain/contract/catalogue/import-status'
import { catalogueTexts } from '@refrain/messages/en/catalogue'

interface Props {
  readonly tracks: number
  readonly running: NonNullable<ImportStatus['running']>
}

/** The progress of an import: tracks added so far, and the share of files read. */
export function ImportProgress({ tracks, running: { sample, done, total } }: Props) {
  return (
    <div className="grid w-full max-w-sm gap-3">
      <p id="import" className="tabular text-center font-semibold text-balance">
        {progressText(sample ? 'sample' : 'own', tracks, total)}
      </p>
      <div
        role="progressbar"
        aria-labelledby="import"
        aria-valuemin={0}
        aria-valuemax={100}
        // The total is unknown until the folders have been searched.
        aria-valuenow={total > 0 ? Math.floor((100 * done) / total) : undefined}
        className="h-1 overflow-hidden rounded-full bg-(--track)"
      >
        <div
          className="h-full origin-left bg-accent transition-transform duration-(--duration-slow)"
          style={{ transform: `scaleX(${total > 0 ? done / total : 0})` }}
        />
      </div>
    </div>
  )
}

function progressText(what: string, tracks: number, files: number): string {
  if (tracks > 0) return catalogueTexts.importedTracks({ what, count: tracks })
  if (files > 0) return catalogueTexts.foundFiles({ what, count: files })
  return catalogueTexts.importing({ what })
}
