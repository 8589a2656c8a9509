import { PRODUCT_NAME } from '@refrain/contract/product'
import { archiveTexts } from '@refrain/messages/en/archive'
import { commonTexts } from '@refrain/messages/en/common'
import type { Share, Summary } from '../../library/archive/find-in-catalogue.ts'
import type { Imported } from '../../library/archive/import-archive.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Spinner } from '../../ui/loading/spinner.tsx'
import { MissingList } from './missing-list.tsx'
import { type ArchiveImport, useArchiveImport } from './use-archive-import.ts'

/** At most this many playlists that were left out are named. */
const MAX_TITLES = 5

interface Props {
  readonly file: File
  readonly onClose: () => void
}

/** Says what an archive brings, imports it, and says what was imported. Closing it stops the import. */
export default function ImportArchiveDialog({ file, onClose }: Props) {
  const { state, start } = useArchiveImport(file)
  const { step } = state
  const canStart = step === 'interrupted' || (step === 'ready' && hasMusic(state))
  return (
    // A stray click must not stop an import.
    <Dialog
      role={step === 'importing' ? 'alertdialog' : 'dialog'}
      title={archiveTexts.importData}
      onClose={onClose}
    >
      <div className="-mt-4 mb-3 grid w-full grid-cols-[minmax(0,1fr)] gap-5">
        <p role="status" className="text-quiet">
          {describe(state)}
        </p>
        {step === 'reading' && <Spinner className="size-6 justify-self-center" />}
        {step === 'importing' && <Progress done={state.done} all={state.all} />}
        {(step === 'ready' || step === 'done') && <ArchiveSummary summary={state.summary} />}
        {'summary' in state && state.summary.missing.length > 0 && (
          <MissingList missing={state.summary.missing} />
        )}
      </div>
      <button type="button" className="button" onClick={onClose}>
        {CLOSE[step]()}
      </button>
      {canStart && (
        <button type="button" className="button button-accent" onClick={start}>
          {step === 'interrupted' ? archiveTexts.continue : archiveTexts.import}
        </button>
      )}
    </Dialog>
  )
}

const hasMusic = ({ summary }: Extract<ArchiveImport, { step: 'ready' }>) =>
  summary.playlists > 0 || [summary.likes, summary.artists, summary.history].some(share => share.found > 0)

function Progress({ done, all }: { readonly done: number; readonly all: number }) {
  return (
    <div
      role="progressbar"
      aria-label={archiveTexts.progress}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={all > 0 ? Math.floor((100 * done) / all) : 0}
      className="h-1 overflow-hidden rounded-full bg-(--track)"
    >
      <div
        className="h-full origin-left bg-accent transition-transform duration-(--duration-slow) rtl:origin-right"
        style={{ transform: `scaleX(${all > 0 ? done / all : 0})` }}
      />
    </div>
  )
}

/** What the button says that closes the dialog. */
const CLOSE: Readonly<Record<ArchiveImport['step'], () => string>> = {
  reading: () => commonTexts.cancel,
  ready: () => commonTexts.cancel,
  interrupted: () => commonTexts.cancel,
  importing: () => archiveTexts.stop,
  unusable: () => commonTexts.close,
  done: () => commonTexts.close,
}

function describe(state: ArchiveImport): string {
  switch (state.step) {
    case 'reading':
      return archiveTexts.looking
    case 'unusable':
      if (state.reason === 'failed') return archiveTexts.failed
      return (state.reason === 'newer' ? archiveTexts.newer : archiveTexts.notAnArchive)({
        product: PRODUCT_NAME,
      })
    case 'ready':
      return hasMusic(state) ? archiveTexts.ready : archiveTexts.nothingFound
    case 'importing':
      return archiveTexts.importing
    case 'interrupted':
      return archiveTexts.interrupted
    case 'done':
      return describeResult(state.imported)
  }
}

function describeResult({ added, follows, full, invalid }: Imported): string {
  const parts = [added > 0 ? archiveTexts.added({ added }) : archiveTexts.nothingNew]
  if (follows > 0) parts.push(archiveTexts.tooManyFollows({ count: follows }))
  if (full.length > 0) parts.push(archiveTexts.libraryFull({ titles: nameSome(full) }))
  if (invalid.length > 0) parts.push(archiveTexts.invalidTitles({ titles: nameSome(invalid) }))
  return parts.join(' ')
}

function nameSome(titles: readonly string[]): string {
  const named = titles.slice(0, MAX_TITLES).join(', ')
  const count = titles.length - MAX_TITLES
  return count > 0 ? archiveTexts.andMore({ titles: named, count }) : named
}

/** What an archive holds, and how much of it is in the catalogue. */
function ArchiveSummary({ summary }: { readonly summary: Summary }) {
  const { likes, artists, albums, playlists, playlistTracks, history } = summary
  const rows: [string, Share][] = [
    [archiveTexts.likedSongs, likes],
    [archiveTexts.followedArtists, artists],
    [archiveTexts.keptAlbums, albums],
    [archiveTexts.songsInPlaylists({ playlists }), playlistTracks],
    [archiveTexts.history, history],
  ]
  return (
    <dl className="grid w-full grid-cols-[1fr_auto] gap-x-4 gap-y-2 text-sm">
      {rows.map(([name, { found, all }]) => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid">
          <dt className="text-quiet">{name}</dt>
          <dd className="tabular text-end font-semibold">
            {all === 0 ? archiveTexts.none : archiveTexts.share({ found, all })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
