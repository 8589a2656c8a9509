import type { Genre } from '@refrain/contract/catalogue/genres'
import type { CSSProperties } from 'react'
import './genre-card.css'
import { genreShapes } from './genre-shapes.ts'

/** A pattern drawn from the genre's name, in its colours: genres have no pictures. Decorative. */
export function GenreMotif({
  genre,
  className = '',
}: {
  readonly genre: Genre
  readonly className?: string
}) {
  return (
    <svg
      viewBox="0 0 100 100"
      aria-hidden
      className={`genre-motif block aspect-square ${className}`}
      style={{ '--genre-ground': genre.backgroundColor, color: genre.color } as CSSProperties}
    >
      {genreShapes(genre.name).map(({ d, width, opacity }) => (
        <path
          key={d}
          d={d}
          fill={width ? 'none' : 'currentColor'}
          stroke={width ? 'currentColor' : 'none'}
          strokeWidth={width}
          strokeLinecap="round"
          opacity={opacity}
        />
      ))}
    </svg>
  )
}
