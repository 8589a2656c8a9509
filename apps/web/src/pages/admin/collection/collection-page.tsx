import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { titles } from '@refrain/messages/en/titles'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useToken } from '../../../account/session.ts'
import { cataloguePicturesQuery } from '../../../administration/catalogue-pictures.ts'
import { collectionQuery } from '../../../administration/collection-queries.ts'
import { useErrorToast } from '../../../ui/dialogs/toast.tsx'
import { useDocumentTitle } from '../../../ui/hooks/use-document-title.ts'
import { Spinner } from '../../../ui/loading/spinner.tsx'
import { Section } from '../../account/section.tsx'
import { AdminFrame } from '../admin-frame.tsx'
import { CountedList } from './counted-list.tsx'
import { Flaws } from './flaws.tsx'
import { Folders } from './folders.tsx'
import { ImportRuns } from './import-runs.tsx'
import { PagedList } from './paged-list.tsx'
import { PicturedRow } from './pictured-row.tsx'
import { PlaylistFiles } from './playlists/playlist-files.tsx'

/** The folders of music, their imports, and what in them needs attention. */
export function Component() {
  useDocumentTitle(titles.collection)
  const { showError, toast } = useErrorToast()
  const { data, error } = useQuery(collectionQuery(useToken()))
  if (!data && error) throw error
  return (
    <AdminFrame>
      {data ? (
        <>
          <Folders collection={data} onFailure={showError} />
          <Flaws collection={data} onFailure={showError} />
          {data.uploadedPictures > 0 && (
            <Section title={collectionTexts.pictures} text={collectionTexts.picturesText}>
              <CountedList title={collectionTexts.uploadedPictures} count={data.uploadedPictures}>
                <UploadedPictures />
              </CountedList>
            </Section>
          )}
          <PlaylistFiles state={`${data.runs[0]?.id} ${data.runs[0]?.result}`} onFailure={showError} />
          <ImportRuns runs={data.runs} />
        </>
      ) : (
        <Spinner className="mx-auto my-8 size-6" />
      )}
      {toast}
    </AdminFrame>
  )
}

/** Albums and artists with a picture that an administrator uploaded. */
function UploadedPictures() {
  const query = useInfiniteQuery(cataloguePicturesQuery(useToken()))
  if (!query.data && query.error) throw query.error
  const items = query.data?.pages.flatMap(page => page.items)
  return (
    <PagedList query={query}>
      {items?.map(({ kind, id, name, artist }) => (
        <PicturedRow key={id} record={{ kind, id }} name={name} artist={artist} />
      ))}
    </PagedList>
  )
}
