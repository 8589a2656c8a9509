import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useToken } from '../../../account/session.ts'
import { failureText, forgetMissing } from '../../../administration/administer.ts'
import { missingTracksQuery } from '../../../administration/collection-queries.ts'
import { ForgetDialog } from './forget-dialog.tsx'
import { PagedList } from './paged-list.tsx'

interface Props {
  /** Of the last import. */
  readonly state: string
  readonly onFailure: (message: string) => void
}

/** Tracks whose files are gone, and a button that forgets them after a question. */
export function MissingTracks({ state, onFailure }: Props) {
  const [isAsking, setAsking] = useState(false)
  const query = useInfiniteQuery(missingTracksQuery(useToken(), state))
  if (!query.data && query.error) throw query.error
  const tracks = query.data?.pages.flatMap(page => page.tracks)
  const forget = (runId: string) =>
    forgetMissing(runId).catch(error => onFailure(failureText(error, administrationTexts.failed)))
  return (
    <>
      <p className="mb-3 text-sm text-quiet">{collectionTexts.missingText}</p>
      <PagedList query={query}>
        {tracks?.map(({ id, title, artist, album, path }) => (
          <li key={id}>
            <p className="font-semibold [overflow-wrap:anywhere]">{title}</p>
            <p className="text-sm text-quiet">
              {artist} · {album}
            </p>
            <p className="text-xs text-quiet [overflow-wrap:anywhere]">{path}</p>
          </li>
        ))}
      </PagedList>
      <button type="button" className="button mt-4" onClick={() => setAsking(true)}>
        {collectionTexts.forget}
      </button>
      {isAsking && <ForgetDialog onClose={() => setAsking(false)} onForget={runId => void forget(runId)} />}
    </>
  )
}
