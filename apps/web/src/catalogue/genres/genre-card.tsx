import type { Genre } from '@refrain/contract/catalogue/genres'
import { memo } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { prefetchGenre } from '../prefetch.ts'
import { GenreMotif } from './genre-motif.tsx'

/** A link to a genre in its colours. */
export const GenreCard = memo(function GenreCard({ genre }: { readonly genre: Genre }) {
  const prefetch = () => prefetchGenre(genre.id)
  return (
    <Link
      to={paths.genre(genre.id)}
      className="genre-card"
      style={{ backgroundColor: genre.backgroundColor }}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      <span className="genre-card-name">
        <bdi>{genre.name}</bdi>
      </span>
      <GenreMotif genre={genre} className="genre-card-motif" />
    </Link>
  )
})
