import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useToken } from '../account/session.ts'
import { playlistQuery } from '../library/playlists-query.ts'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { PageBody } from './parts/page-body.tsx'
import { PageHeading } from './parts/page-heading.tsx'

/** One of the listener's playlists. */
export function Component() {
  const { id = '' } = useParams()
  const { data: playlist } = useQuery(playlistQuery(useToken(), id))
  useDocumentTitle(playlist?.title)
  return <PageBody className="py-6">{playlist && <PageHeading>{playlist.title}</PageHeading>}</PageBody>
}
