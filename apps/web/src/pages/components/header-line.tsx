import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { Dot } from './dot.tsx'

/** One line of facts in a page's header. */
export function HeaderLine({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex w-full flex-wrap justify-center gap-x-2 gap-y-1 @lg/main:justify-start">
      {children}
    </div>
  )
}

interface Props {
  readonly artist: { readonly id: string; readonly name: string }
  readonly album: { readonly id: string; readonly title: string }
}

/** Links to artist and album; stacked if the header is narrow. */
export function ArtistAndAlbum({ artist, album }: Props) {
  return (
    <HeaderLine>
      <Link to={paths.artist(artist.id)} className={`${LINK} after:-top-5.5 after:-bottom-0.5`}>
        <bdi>{artist.name}</bdi>
      </Link>
      <span className="hidden @lg/main:inline">
        <Dot />
      </span>
      <Link to={paths.album(album.id)} className={`${LINK} after:-top-0.5 after:-bottom-5.5`}>
        <bdi>{album.title}</bdi>
      </Link>
    </HeaderLine>
  )
}

/** Touch targets 44 px high: the upper link extends upwards, the lower one downwards. */
const LINK =
  'relative w-full min-w-0 rounded-small font-bold break-words after:inset-x-0 hover:underline pointer-coarse:after:absolute @lg/main:w-auto'
