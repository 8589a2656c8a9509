import type { Genre } from '@refrain/contract/catalogue/genres'
import { libraryTexts } from '@refrain/messages/en/library'
import { titles } from '@refrain/messages/en/titles'
import { Link } from 'react-router'
import { DailyMixPicture } from '../../catalogue/genres/daily-mix-picture.tsx'
import { prefetchDailyMix } from '../../catalogue/prefetch.ts'
import { paths } from '../../paths.ts'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { CardCarousel } from '../components/card-carousel.tsx'

/** One card per genre. @param genres in their fixed order, which numbers the mixes */
export function DailyMixes({ genres }: { readonly genres: readonly Genre[] }) {
  return (
    <CardCarousel title={libraryTexts.dailyMixes}>
      {genres.map(({ id, name }, place) => (
        <DailyMixCard key={id} number={place + 1} genre={name} />
      ))}
    </CardCarousel>
  )
}

function DailyMixCard({ number, genre }: { readonly number: number; readonly genre: string }) {
  const prefetch = () => void prefetchDailyMix(genre)
  const pointer = useHoverIntent(prefetch)
  return (
    <Link to={paths.dailyMix(genre)} className="card" {...pointer} onFocus={prefetch}>
      <div className="overflow-hidden rounded-cover">
        <DailyMixPicture number={number} />
      </div>
      <span className="card-title">{titles.dailyMix({ position: number })}</span>
      <span className="card-label">
        <bdi>{genre}</bdi>
      </span>
    </Link>
  )
}
