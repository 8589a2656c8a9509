import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useToken } from '../../../../account/session.ts'
import { playlistFilesQuery } from '../../../../administration/collection-queries.ts'
import { Section } from '../../../account/section.tsx'
import { CountedList } from '../counted-list.tsx'
import { PagedList } from '../paged-list.tsx'
import { PlaylistFileRow } from './playlist-file-row.tsx'

interface Props {
  /** Of the last import. */
  readonly state: string
  readonly onFailure: (message: string) => void
}

/** Playlists that follow a file of the collection: whether they were read, whose they are, and what to do with them. */
export function PlaylistFiles(props: Props) {
  return (
    <Section title={collectionTexts.playlistFiles} text={collectionTexts.playlistFilesText}>
      <CountedList title={collectionTexts.playlistFiles}>
        <List {...props} />
      </CountedList>
    </Section>
  )
}

function List({ state, onFailure }: Props) {
  const query = useInfiniteQuery(playlistFilesQuery(useToken(), state))
  if (!query.data && query.error) throw query.error
  const files = query.data?.pages.flatMap(page => page.files)
  const { isOn = true, repeatingAlbums = 0 } = query.data?.pages[0] ?? {}
  return (
    <>
      {!isOn && <p className="mb-3 text-sm">{collectionTexts.playlistFilesOff}</p>}
      {files?.length === 0 && <p className="text-quiet">{collectionTexts.noPlaylistFiles}</p>}
      <PagedList query={query}>
        {files?.map(file => (
          <PlaylistFileRow key={file.id} file={file} onFailure={onFailure} />
        ))}
      </PagedList>
      {repeatingAlbums > 0 && (
        <p className="mt-3 text-sm text-quiet">
          {collectionTexts.repeatingAlbums({ count: repeatingAlbums })}
        </p>
      )}
    </>
  )
}
