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

/** Whom it is by and which album it is from; below each other where the header is narrow. */
export function ArtistAndAlbum({ artist, album }: Props) {
  return (
    <HeaderLine>
      <Link to={paths.artist(artist.id)} className={LINK}>
        <bdi>{artist.name}</bdi>
      </Link>
      <span className="hidden @lg/main:inline">
        <Dot />
      </span>
      <Link to={paths.album(album.id)} className={LINK}>
        <bdi>{album.title}</bdi>
      </Link>
    </HeaderLine>
  )
}

const LINK = 'w-full min-w-0 rounded-small font-bold break-words hover:underline @lg/main:w-auto'
