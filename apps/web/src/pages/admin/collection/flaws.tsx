import type { Collection } from '@refrain/contract/administration/collection'
import { countLimits } from '@refrain/contract/limits'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { unpicturedQuery } from '../../../administration/collection-queries.ts'
import { Section } from '../../account/section.tsx'
import { BrokenAlbums } from './broken-albums.tsx'
import { CountedList } from './counted-list.tsx'
import { Duplicates } from './duplicates.tsx'
import { MissingTracks } from './missing-tracks.tsx'
import { NamedByFolder } from './named-by-folder.tsx'
import { PagedList } from './paged-list.tsx'
import { PicturedRow } from './pictured-row.tsx'
import { SkippedFiles } from './skipped-files.tsx'

interface UnpicturedListProps {
  readonly kind: 'albums' | 'artists'
  /** Of the last import. */
  readonly state: string
}

interface Props {
  readonly collection: Collection
  readonly onFailure: (message: string) => void
}

/** What in the collection needs attention, each kind behind its number. */
export function Flaws({ collection, onFailure }: Props) {
  const { skippedFiles, missingTracks, albumsNamedByFolder, albumsWithBrokenTexts, runs } = collection
  const { albumsWithoutCover, artistsWithoutPicture } = collection
  // The lists change with the imports.
  const state = `${runs[0]?.id} ${runs[0]?.result}`
  const counts = [
    skippedFiles,
    missingTracks,
    albumsNamedByFolder,
    albumsWithBrokenTexts,
    albumsWithoutCover,
    artistsWithoutPicture,
  ]
  const isFlawless = counts.every(count => count === 0)
  if (runs.length === 0) return null
  return (
    <Section title={collectionTexts.attention}>
      {isFlawless && <p className="text-quiet">{collectionTexts.nothingToDo}</p>}
      <div className="grid grid-cols-1">
        <CountedList title={collectionTexts.skippedFiles} count={skippedFiles}>
          {skippedFiles > countLimits.skippedFiles && (
            <p className="mb-3 text-sm text-quiet">{collectionTexts.moreSkipped}</p>
          )}
          <SkippedFiles state={state} />
        </CountedList>
        <CountedList title={collectionTexts.missingTracks} count={missingTracks}>
          <MissingTracks state={state} onFailure={onFailure} />
        </CountedList>
        <CountedList title={collectionTexts.albumsNamedByFolder} count={albumsNamedByFolder}>
          <NamedByFolder state={state} />
        </CountedList>
        <CountedList title={collectionTexts.albumsWithBrokenTexts} count={albumsWithBrokenTexts}>
          <BrokenAlbums state={state} />
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

/** Links to albums without a cover, or to artists without a picture. */
function UnpicturedList({ kind, state }: UnpicturedListProps) {
  const query = useInfiniteQuery(unpicturedQuery(useToken(), kind, state))
  if (!query.data && query.error) throw query.error
  const items = query.data?.pages.flatMap(page => page.items)
  return (
    <PagedList query={query}>
      {items?.map(({ id, name, artist }) => (
        <PicturedRow key={id} record={{ kind, id }} name={name} artist={artist} />
      ))}
    </PagedList>
  )
}
