import { searchTexts } from '@refrain/messages/en/search'
import { useQuery } from '@tanstack/react-query'
import { GenreCard } from '../../catalogue/genres/genre-card.tsx'
import { genresQuery } from '../../catalogue/genres/genre-queries.ts'
import { Loader } from '../../ui/loading/loader.tsx'
import { EmptyCatalogue } from '../components/empty-catalogue.tsx'

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(10.5rem,calc(50%-0.375rem)),1fr))] gap-3 md:gap-4'

/** All genres. */
export function GenreCards() {
  const { data: genres } = useQuery(genresQuery)
  if (!genres) return <Skeleton />
  if (genres.length === 0) return <EmptyCatalogue />
  return (
    <ul aria-label={searchTexts.genres} className={GRID}>
      {genres.map(genre => (
        <li key={genre.id}>
          <GenreCard genre={genre} />
        </li>
      ))}
    </ul>
  )
}

function Skeleton() {
  return (
    <Loader>
      <div className={GRID}>
        {Array.from({ length: 20 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are alike
          <div key={index} className="h-30 rounded-panel bg-skeleton" />
        ))}
      </div>
    </Loader>
  )
}
