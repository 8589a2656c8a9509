import { useQuery } from '@tanstack/react-query'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { ImportProgress } from '../components/import-progress.tsx'

/** The progress of a running import. Last on the page, so that nothing moves when it disappears. */
export function ImportNotice() {
  // follow-catalogue.ts fetches it.
  const { data: status } = useQuery({ ...importStatusQuery, enabled: false })
  // Until the folders have been searched, there may be nothing new.
  if (!status?.running?.total) return null
  return (
    <div className="grid justify-items-center py-4">
      <ImportProgress tracks={status.tracks} running={status.running} />
    </div>
  )
}
