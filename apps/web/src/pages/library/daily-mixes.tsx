import type { Genre } from '@refrain/contract/catalogue/genres'
import { libraryTexts } from '@refrain/messages/en/library'
import { titles } from '@refrain/messages/en/titles'
import { Link } from 'react-router'
import { CardFrame } from '../../catalogue/cards/card-frame.tsx'
import { dailyMixId } from '../../catalogue/genres/daily-mix-id.ts'
import { DailyMixPicture } from '../../catalogue/genres/daily-mix-picture.tsx'
import { prefetchDailyMix } from '../../catalogue/prefetch.ts'
import { loadGenreTracks } from '../../catalogue/use-tracks.ts'
import { ListCoverButton } from '../../listening/buttons/cover-play-button.tsx'
import { paths } from '../../paths.ts'
import { useHoverIntent } from '../../ui/hooks/use-hover-intent.ts'
import { CardCarousel } from '../components/card-carousel.tsx'

/** One card per genre. @param genres in their fixed order, which numbers the mixes */
export function DailyMixes({ genres }: { readonly genres: readonly Genre[] }) {
  return (
    <CardCarousel title={libraryTexts.dailyMixes}>
      {genres.map(({ id, name }, place) => (
        <DailyMixCard key={id} id={id} number={place + 1} genre={name} />
      ))}
    </CardCarousel>
  )
}

interface CardProps {
  /** Of the genre. */
  readonly id: string
  readonly number: number
  readonly genre: string
}

function DailyMixCard({ id, number, genre }: CardProps) {
  const title = titles.dailyMix({ position: number })
  const listId = dailyMixId(id)
  const load = async () => ({ id: listId, title, tracks: await loadGenreTracks(genre) })
  const prefetch = () => void prefetchDailyMix(genre)
  const pointer = useHoverIntent(prefetch)
  return (
    <CardFrame play={<ListCoverButton id={listId} title={title} load={load} />}>
      <Link to={paths.dailyMix(genre)} className="card" {...pointer} onFocus={prefetch}>
        <div className="overflow-hidden rounded-cover">
          <DailyMixPicture number={number} />
        </div>
        <span className="card-title">{title}</span>
        <span className="card-label">
          <bdi>{genre}</bdi>
        </span>
      </Link>
    </CardFrame>
  )
}
