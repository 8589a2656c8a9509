import type { Track } from '@refrain/contract/catalogue/tracks'
import type { ListedPlaylist } from '@refrain/contract/library/collection-playlists'
import { collectionPlaylistTexts } from '@refrain/messages/en/library/collection-playlists'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { CollectionPlaylistCard } from '../../library/collection-playlists/collection-playlist-card.tsx'
import {
  collectionCoversQuery,
  collectionPlaylistsQuery,
} from '../../library/collection-playlists/collection-playlist-queries.ts'
import { useListFilter } from '../../ui/filter/use-list-filter.tsx'
import { CardListing } from '../components/card-listing.tsx'
import { ListHeading } from '../components/list-heading.tsx'
import { SectionHeading } from '../components/section-heading.tsx'

interface Props {
  readonly className?: string
  /** What follows waits until it is known whether there are any: they would push it down. */
  readonly children?: ReactNode
}

interface Row {
  readonly id: string
  readonly listed: ListedPlaylist
  readonly covers: readonly Track[]
}

/** Playlists that follow files of the collection, with a hint that they do; nothing in their place if there are none. */
export function CollectionPlaylists({ className = '', children }: Props) {
  const { data: listed = NONE, isPending } = useQuery(collectionPlaylistsQuery)
  if (isPending) return null
  return (
    <>
      {listed.length > 0 && <Grid listed={listed} className={className} />}
      {children}
    </>
  )
}

const NONE: readonly ListedPlaylist[] = []

interface GridProps {
  readonly listed: readonly ListedPlaylist[]
  readonly className: string
}

function Grid({ listed, className }: GridProps) {
  const { data: covers } = useQuery(collectionCoversQuery(listed))
  const rows = useMemo(
    () =>
      listed.map(one => ({
        id: one.id,
        listed: one,
        covers: one.coverTracks.flatMap(id => covers?.get(id) ?? []),
      })),
    [listed, covers],
  )
  const { shown, button, field, props } = useListFilter({
    rows,
    textsOf,
    label: collectionPlaylistTexts.heading,
    listId: 'collection-playlists',
  })
  return (
    <section aria-labelledby="collection-playlists" className={className} {...props}>
      <ListHeading button={button}>
        <SectionHeading id="collection-playlists">{collectionPlaylistTexts.heading}</SectionHeading>
      </ListHeading>
      <p className="mb-1 text-sm text-quiet">{collectionPlaylistTexts.followFiles}</p>
      {field}
      <CardListing rows={shown} total={shown.length} loading={false} onMore={nothing} card={card} />
    </section>
  )
}

const nothing = () => {}
const textsOf = ({ listed }: Row) => [listed.title, listed.ownerName]

/** Defined once, so that cards of unchanged playlists are not rendered again. */
const card = ({ listed, covers }: Row) => <CollectionPlaylistCard listed={listed} covers={covers} />
