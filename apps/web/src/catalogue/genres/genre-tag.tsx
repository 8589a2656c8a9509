import { findGenreIndex } from '@refrain/contract/catalogue/find-genre'
import type { Genre } from '@refrain/contract/catalogue/genres'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { genresQuery } from './genre-queries.ts'

const TAG = 'flex h-8 min-w-0 items-center rounded-full px-3.5 text-sm font-semibold'

/** A link to a genre in its colours; plain text if there is no such genre. */
export function GenreTag({ name }: { readonly name: string }) {
  const { data: genres = [] } = useQuery({ ...genresQuery, throwOnError: false })
  const genre = genres[findGenreIndex(genres, name)]
  if (!genre)
    return (
      <span className={`${TAG} bg-overlay`}>
        <bdi className="truncate">{name}</bdi>
      </span>
    )
  return <GenreLink genre={genre} name={name} />
}

/** A link to a genre in its colours. @param name as it is written where the link stands; by default as its page has it */
export function GenreLink({ genre, name = genre.name }: { readonly genre: Genre; readonly name?: string }) {
  return (
    <Link
      to={paths.genre(genre.id)}
      className={`${TAG} text-on-cover hover:underline pointer-coarse:h-11`}
      style={{ backgroundColor: genre.backgroundColor }}
    >
      <bdi className="truncate">{name}</bdi>
    </Link>
  )
}
