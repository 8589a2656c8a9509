import type { Collection } from '@refrain/contract/administration/collection'
import { countLimits } from '@refrain/contract/limits'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { Section } from '../../account/section.tsx'
import { CountedList } from './counted-list.tsx'
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
        <CountedList title={collectionTexts.skippedFiles} count={skippedFiles}>
          {skippedFiles > countLimits.skippedFiles && (
            <p className="mb-3 text-sm text-quiet">{collectionTexts.moreSkipped}</p>
          )}
          <SkippedFiles state={state} />
        </CountedList>
        <CountedList title={collectionTexts.missingTracks} count={missingTracks}>
          <MissingTracks state={state} onFailure={onFailure} />
        </CountedList>
        <CountedList title={collectionTexts.albumsWithoutCover} count={albumsWithoutCover}>
          <UnpicturedList kind="albums" state={state} />
        </CountedList>
        <CountedList title={collectionTexts.artistsWithoutPicture} count={artistsWithoutPicture}>
          <UnpicturedList kind="artists" state={state} />
        </CountedList>
        <CountedList title={collectionTexts.duplicates}>
          <Duplicates state={state} />
        </CountedList>
      </div>
    </Section>
  )
}
