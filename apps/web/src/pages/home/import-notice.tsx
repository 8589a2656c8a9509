import { useQuery } from '@tanstack/react-query'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { ImportProgress } from '../components/import-progress.tsx'

/** Says below what is there already that more is coming in. Stands last, so that nothing moves when it goes. */
export function ImportNotice() {
  // follow-catalogue.ts asks.
  const { data: status } = useQuery({ ...importStatusQuery, enabled: false })
  // While the folders are searched nothing may be new at all.
  if (!status?.running?.total) return null
  return (
    <div className="grid justify-items-center py-4">
      <ImportProgress tracks={status.tracks} running={status.running} />
    </div>
  )
}
