import type { CreditRole } from '@refrain/contract/catalogue/credit-roles'
import type { TrackCredit } from '@refrain/contract/catalogue/credits'
import { creditsTexts } from '@refrain/messages/en/catalogue/credits'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { trackCreditsQuery } from './credit-queries.ts'

/** Who wrote, conducted and produced a track, each with a link to their page; nothing if its tags do not say. */
export function TrackCredits({ trackId }: { readonly trackId: string }) {
  const { data: credits = [] } = useQuery(trackCreditsQuery(trackId))
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="credits" className="pt-8">
      <h2 id="credits" className="py-1 text-xl font-bold">
        {creditsTexts.credits}
      </h2>
      <dl className="mt-2 grid gap-3 pointer-coarse:gap-1">
        {credits.map(credit => (
          <CreditedPeople key={credit.role} credit={credit} />
        ))}
      </dl>
    </section>
  )
}

function CreditedPeople({ credit: { role, people } }: { readonly credit: TrackCredit }) {
  return (
    <div>
      <dt className="text-sm text-quiet">{labelOf(role)}</dt>
      <dd className="break-words">
        {people.map(({ id, name }, n) => (
          <Fragment key={id}>
            {n > 0 && ', '}
            <Link
              to={paths.artist(id)}
              className="rounded-small font-semibold hover:underline pointer-coarse:inline-block pointer-coarse:min-w-11 pointer-coarse:py-2.5"
            >
              <bdi>{name}</bdi>
            </Link>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

function labelOf(role: CreditRole): string {
  const labels: Readonly<Record<CreditRole, string>> = {
    composer: creditsTexts.composedBy,
    lyricist: creditsTexts.lyricsBy,
    arranger: creditsTexts.arrangedBy,
    conductor: creditsTexts.conductedBy,
    producer: creditsTexts.producedBy,
    remixer: creditsTexts.remixedBy,
  }
  return labels[role]
}
