import type { Genre } from '@refrain/contract/catalogue/genres'
import { searchTexts } from '@refrain/messages/en/search'
import { GenreLink } from '../../catalogue/genres/genre-tag.tsx'

/** The genres that were found, in one line if they fit. */
export function FoundGenres({ genres }: { readonly genres: readonly Genre[] }) {
  return (
    <section aria-label={searchTexts.genres} className="-mb-3 flex flex-wrap items-center gap-2">
      <span aria-hidden className="mr-1 text-sm font-semibold text-quiet">
        {searchTexts.genres}
      </span>
      {genres.map(genre => (
        <GenreLink key={genre.id} genre={genre} />
      ))}
    </section>
  )
}
