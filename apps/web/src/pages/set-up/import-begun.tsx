import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { paths } from '../../paths.ts'
import { ImportProgress } from '../components/import-progress.tsx'

const POLL_MS = 1_000
/** Longer than it takes until an import begins. */
const BEGINS_WITHIN_MS = 15_000

/** The import that follows the set-up, and the way to what is there already. */
export function ImportBegun({ isSample }: { readonly isSample: boolean }) {
  const { data, dataUpdatedAt } = useQuery({ ...importStatusQuery, refetchInterval: POLL_MS })
  const [openedAt] = useState(Date.now)
  const [hasRun, setHasRun] = useState(false)
  if (data?.running && !hasRun) setHasRun(true)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const tracks = data?.tracks ?? 0
  const isOver = hasRun || dataUpdatedAt - openedAt > BEGINS_WITHIN_MS
  const isEmpty = tracks === 0 && !data?.running && isOver
  const begins = tracks === 0 && !isEmpty ? { sample: isSample, done: 0, total: 0 } : null
  const running = data?.running ?? begins
  return (
    <section className="rounded-panel bg-raised p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold outline-none">
        {isEmpty ? setUpTexts.nothingCame : isSample ? setUpTexts.sampleComes : setUpTexts.importing}
      </h2>
      {!isEmpty && <p className="mt-1 text-sm text-quiet">{setUpTexts.importText}</p>}
      <div role="status" className="grid min-h-24 content-center justify-items-center font-semibold">
        {running && <ImportProgress tracks={tracks} running={running} />}
        {!running && (isEmpty ? setUpTexts.nothingFound : setUpTexts.imported({ count: tracks }))}
      </div>
      {isEmpty && (
        <Link to={paths.adminCollection()} className="button mb-3 w-full">
          {setUpTexts.otherFolder}
        </Link>
      )}
      <Link to={paths.home()} replace className="button button-accent w-full">
        {setUpTexts.listen}
      </Link>
    </section>
  )
}
