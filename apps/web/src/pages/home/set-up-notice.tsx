import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { importStatusQuery } from '../../catalogue/import-status-query.ts'
import { paths } from '../../paths.ts'

/** Offers the set-up of a new service to whoever sits at its machine. Last on the page and sticky, so that nothing moves. */
export function SetUpNotice() {
  // follow-catalogue.ts fetches it.
  const { data: status } = useQuery({ ...importStatusQuery, enabled: false })
  if (!status?.canSetUp) return null
  return (
    <p className="sticky bottom-[calc(var(--frame-bottom)+1rem)] z-10 flex flex-wrap items-center gap-x-3 justify-self-center rounded-panel border border-line bg-raised px-4 py-2 text-sm shadow-(--shadow)">
      {setUpTexts.offer}
      <Link to={paths.setUp()} className="button button-accent">
        {setUpTexts.offerLink}
      </Link>
    </p>
  )
}
