import type { Collection } from '@refrain/contract/administration/collection'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { formatNumber } from '@refrain/messages/language'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Section } from '../../account/section.tsx'
import { Duplicates } from './duplicates.tsx'
import { MissingTracks } from './missing-tracks.tsx'
import { SkippedFiles } from './skipped-files.tsx'
import { UnpicturedList } from './unpictured-list.tsx'

interface Props {
  readonly collection: Collection
  readonly onFailure: (message: string) => void
}

/** What in the collection needs attention, each kind behind its number. */
export function Flaws({ collection, onFailure }: Props) {
  const { skippedFiles, missingTracks, albumsWithoutCover, artistsWithoutPicture, runs } = collection
  // The lists change with the imports.
  const state = `${runs[0]?.id} ${runs[0]?.result}`
  const isFlawless = skippedFiles + missingTracks + albumsWithoutCover + artistsWithoutPicture === 0
  if (runs.length === 0) return null
  return (
    <Section title={collectionTexts.attention}>
      {isFlawless && <p className="text-quiet">{collectionTexts.nothingToDo}</p>}
      <div className="grid">
        <Flaw title={collectionTexts.skippedFiles} count={skippedFiles}>
          <SkippedFiles state={state} />
        </Flaw>
        <Flaw title={collectionTexts.missingTracks} count={missingTracks}>
          <MissingTracks state={state} onFailure={onFailure} />
        </Flaw>
        <Flaw title={collectionTexts.albumsWithoutCover} count={albumsWithoutCover}>
          <UnpicturedList kind="albums" state={state} />
        </Flaw>
        <Flaw title={collectionTexts.artistsWithoutPicture} count={artistsWithoutPicture}>
          <UnpicturedList kind="artists" state={state} />
        </Flaw>
        <Flaw title={collectionTexts.duplicates}>
          <Duplicates state={state} />
        </Flaw>
      </div>
    </Section>
  )
}

interface FlawProps {
  readonly title: string
  /** Undefined if it is counted only when it is opened. */
  readonly count?: number
  /** Rendered, and so fetched, while it is open. */
  readonly children: ReactNode
}

function Flaw({ title, count, children }: FlawProps) {
  const [isOpen, setOpen] = useState(false)
  if (count === 0) return null
  return (
    <details
      className="group border-t border-line first:border-0"
      onToggle={event => setOpen(event.currentTarget.open)}
    >
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-3 font-semibold [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden
          className="size-5 flex-none text-quiet transition-transform group-open:rotate-90"
        />
        <span className="min-w-0 grow">{title}</span>
        {count !== undefined && <span className="tabular text-quiet">{formatNumber(count)}</span>}
      </summary>
      <div className="pb-4 pl-8">{isOpen && children}</div>
    </details>
  )
}
